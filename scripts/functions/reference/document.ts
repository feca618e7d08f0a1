// A document as a list of blocks: the reference is composed first and written as Markdown last.
// In text, `code` and **strong** are marked as in Markdown.

export type Block =
  | { readonly heading: string; readonly level: 1 | 2 | 3 | 4; readonly anchor?: string }
  | { readonly text: string }
  | { readonly code: string }
  | { readonly list: readonly string[] }
  | { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export type Document = readonly Block[];
