// The package of the unified manifest for Microsoft 365, the JSON form of manifest.xml: manifest.json and a file of texts for
// each language, by name. Written by scripts/generate.ts. Version 1.25 of the schema is the first with everything used here.
import { languages, translated } from '../languages.mjs';
import { addin } from './addin';

const schema = 'https://developer.microsoft.com/json-schemas/teams/v1.25';
const paneAction = 'openPane';

const icons = (icon: string) => addin.iconSizes.map((size) => ({ size, url: addin.iconUrl(icon, size) }));

const manifest = () => ({
  $schema: `${schema}/MicrosoftTeams.schema.json`,
  manifestVersion: '1.25',
  version: addin.version,
  id: addin.id,
  localizationInfo: {
    defaultLanguageTag: addin.locale,
    additionalLanguages: languages.flatMap(({ tag, officeLocales }) =>
      officeLocales.map((languageTag) => ({ languageTag, file: `${tag}.json` })),
    ),
  },
  developer: {
    name: addin.name,
    websiteUrl: addin.help(),
    privacyUrl: `${addin.help()}privacy.html`,
    termsOfUseUrl: `${addin.help()}terms.html`,
  },
  name: { short: addin.name },
  description: { short: addin.short, full: addin.description },
  icons: { color: 'color.png', outline: 'outline.png' },
  accentColor: '#0B6A5B',
  validDomains: [new URL(addin.page).host],
  authorization: {
    permissions: { resourceSpecific: [{ name: 'Document.ReadWrite.User', type: 'Delegated' }] },
  },
  extensions: [
    {
      requirements: {
        scopes: ['workbook'],
        capabilities: Object.entries(addin.requirements).map(([name, minVersion]) => ({ name, minVersion })),
      },
      runtimes: [
        {
          id: 'Runtime',
          type: 'general',
          lifetime: 'long',
          code: { page: addin.page, script: addin.script },
          actions: [
            { id: paneAction, type: 'openPage', view: 'Spillway.Pane' },
            ...addin.buttons.flatMap(({ functionName }) =>
              functionName === undefined ? [] : { id: functionName, type: 'executeFunction' },
            ),
          ],
          customFunctions: { metadataUrl: addin.metadata() },
        },
      ],
      ribbons: [
        {
          contexts: ['default'],
          tabs: [
            {
              builtInTabId: 'TabHome',
              groups: [
                {
                  id: 'Spillway.Group',
                  label: addin.name,
                  icons: icons('icon'),
                  controls: addin.buttons.map(({ id, label, tip, icon, functionName }) => ({
                    id: `Spillway.${id}`,
                    type: 'button',
                    label,
                    icons: icons(icon),
                    supertip: { title: label, description: tip },
                    actionId: functionName ?? paneAction,
                  })),
                },
              ],
            },
          ],
        },
      ],
      getStartedMessages: [
        { title: addin.welcome.title, description: addin.welcome.text, learnMoreUrl: addin.help() },
      ],
    },
  ],
});

/** Texts of the manifest by their path in it, as the schema of such files wants them. */
function textsIn(language: (typeof languages)[number]): Readonly<Record<string, string>> {
  const say = (english: string) => translated(language, 'manifest', english);
  const extension = 'extensions[0]';
  const controls = `${extension}.ribbons[0].tabs[0].groups[0].controls`;
  return {
    $schema: `${schema}/MicrosoftTeams.Localization.schema.json`,
    'name.short': addin.name,
    'description.short': say(addin.short),
    'description.full': say(addin.description),
    [`${extension}.runtimes[0].customFunctions.metadataUrl`]: addin.metadata(language.tag),
    ...Object.fromEntries(
      addin.buttons.flatMap(({ label, tip }, at) => [
        [`${controls}[${at}].label`, say(label)],
        [`${controls}[${at}].supertip.title`, say(label)],
        [`${controls}[${at}].supertip.description`, say(tip)],
      ]),
    ),
    [`${extension}.getStartedMessages[0].title`]: say(addin.welcome.title),
    [`${extension}.getStartedMessages[0].description`]: say(addin.welcome.text),
    [`${extension}.getStartedMessages[0].learnMoreUrl`]: addin.help(language.help),
  };
}

export const unifiedPackage = (): Readonly<Record<string, object>> => ({
  'manifest.json': manifest(),
  ...Object.fromEntries(languages.map((language) => [`${language.tag}.json`, textsIn(language)])),
});
