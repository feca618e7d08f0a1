// The part of a language's file that cells need (CellTexts). scripts/messages.mjs makes a module of its own of it.
declare module '*.json?cells' {
  const file: { readonly cells: object };
  export default file;
}
