// The languages beside English, for the pane and for servers. Written by scripts/generate.ts from the files of this folder. Do not edit.
export const files: Readonly<Record<string, () => Promise<{ default: object }>>> = {
  ar: () => import(/* webpackChunkName: "ar-json" */ './ar.json'),
  nl: () => import(/* webpackChunkName: "nl-json" */ './nl.json'),
  ru: () => import(/* webpackChunkName: "ru-json" */ './ru.json'),
  'zh-HK': () => import(/* webpackChunkName: "zh-HK-json" */ './zh-HK.json'),
};

/** All, by their names for themselves. */
export const languageNames: Readonly<Record<string, string>> = {
  en: 'English',
  ar: 'العربية',
  nl: 'Nederlands',
  ru: 'Русский',
  'zh-HK': '繁體中文（香港）',
};

/** Help is in English where the site has no pages in the language. */
export const helpFolders: Readonly<Record<string, string>> = {
  ar: 'help/ar/',
  nl: 'help/nl/',
  ru: 'help/ru/',
  'zh-HK': 'help/zh-HK/',
};
