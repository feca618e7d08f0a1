// What cells say in each language beside English. Written by scripts/generate.ts from the files of this folder. Do not edit.
export const cellFiles: Readonly<Record<string, () => Promise<{ default: { cells: object } }>>> = {
  ar: () => import(/* webpackChunkName: "cells-ar" */ './ar.json?cells'),
  nl: () => import(/* webpackChunkName: "cells-nl" */ './nl.json?cells'),
  ru: () => import(/* webpackChunkName: "cells-ru" */ './ru.json?cells'),
  'zh-HK': () => import(/* webpackChunkName: "cells-zh-HK" */ './zh-HK.json?cells'),
};
