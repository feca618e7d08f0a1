// Excel.SettingCollection: the same document settings that Office.context.document.settings shows, key by key.
import { ApiError } from './apiError';
import { nullObject, type ApiObject } from './apiObject';
import { textArgument } from './argument';
import type { DocumentSettings } from './documentSettings';

export function settingsApi(settings: DocumentSettings): ApiObject {
  const item = (key: unknown) => {
    const name = textArgument(key, 'key');
    return settings.get(name) === undefined ? undefined : settingApi(settings, name);
  };
  return {
    type: 'SettingCollection',
    items: () => settings.entries().map(([name]) => settingApi(settings, name)),
    item: (key) => {
      const found = item(key);
      if (!found) throw new ApiError('ItemNotFound', 'The setting does not exist.');
      return found;
    },
    methods: {
      Add: (key, value) => {
        settings.set(textArgument(key, 'key'), JSON.stringify(value));
        return settingApi(settings, textArgument(key, 'key'));
      },
      GetCount: () => settings.entries().length,
      GetItemOrNullObject: (key) => item(key) ?? nullObject,
    },
  };
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
