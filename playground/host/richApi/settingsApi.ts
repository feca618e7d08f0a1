// Excel.SettingCollection: the same document settings that Office.context.document.settings shows, key by key.
import type { ApiObject } from './apiObject';
import { textArgument } from './argument';
import { collectionApi } from './collection';
import type { DocumentSettings } from './documentSettings';

export function settingsApi(settings: DocumentSettings): ApiObject {
  const names = () => settings.entries().map(([name]) => name);
  return collectionApi({
    type: 'SettingCollection',
    noun: 'setting',
    all: names,
    find: (key) => names().find((name) => name === key),
    api: (name) => settingApi(settings, name),
    methods: {
      Add: (key, value) => {
        settings.set(textArgument(key, 'key'), JSON.stringify(value));
        return settingApi(settings, textArgument(key, 'key'));
      },
    },
  });
}

function settingApi(settings: DocumentSettings, name: string): ApiObject {
  return {
    type: 'Setting',
    identity: () => ({ _Id: name }),
    properties: {
      Key: { get: () => name },
      Value: {
        get: () => JSON.parse(settings.get(name) ?? 'null') as unknown,
        set: (value) => settings.set(name, JSON.stringify(value)),
      },
    },
    methods: { Delete: () => settings.delete(name) },
  };
}
