// The part of Eleventy that the site uses; it brings no types.
declare module '@11ty/eleventy' {
  export interface UserConfig {
    setUseGitIgnore(use: boolean): void;
    amendLibrary(name: 'md', change: (markdown: never) => void): void;
    addGlobalData(name: string, data: unknown): void;
    addTemplate(name: string, content: string): void;
    addTransform(name: string, change: (content: string) => string): void;
    addPassthroughCopy(copies: Readonly<Record<string, string>>): void;
  }
  export default class Eleventy {
    constructor(input: string, output: string, options: object);
    write(): Promise<void>;
  }
}
