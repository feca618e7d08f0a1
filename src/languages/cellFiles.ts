// What cells say in each language beside English. Written by scripts/generate.ts from the files of this folder. Do not edit.
import type { CellTexts } from './labels';

/** As scripts/messages.mjs makes it; to TypeScript, no file has a query. */
type CellFile = { readonly default: { readonly cells: Omit<CellTexts, 'tag'> } };

export const cellFiles: Readonly<Record<string, () => Promise<CellFile>>> = {
  ar: () => import(/* webpackChunkName: "cells-ar" */ './ar.json?cells' as string),
  nl: () => import(/* webpackChunkName: "cells-nl" */ './nl.json?cells' as string),
  ru: () => import(/* webpackChunkName: "cells-ru" */ './ru.json?cells' as string),
  'zh-HK': () => import(/* webpackChunkName: "cells-zh-HK" */ './zh-HK.json?cells' as string),
};
