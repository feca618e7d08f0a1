// What collections of the object model share: their items, and how one of them is found.
import { ApiError } from './apiError';
import { nullObject, type ApiObject, type ScalarProperty } from './apiObject';
import { numberArgument } from './argument';

interface Collection<Item> {
  readonly type: string;
  /** What an item is called in errors. */
  readonly noun: string;
  readonly all: () => readonly Item[];
  readonly find: (key: unknown) => Item | undefined;
  readonly api: (item: Item) => ApiObject;
  readonly methods?: ApiObject['methods'];
}

export function collectionApi<Item>({ type, noun, all, find, api, methods }: Collection<Item>): ApiObject {
  const known = (found: Item | undefined) => {
    if (found === undefined) throw new ApiError('ItemNotFound', `The ${noun} does not exist.`);
    return api(found);
  };
  const item = (key: unknown) => known(find(key));
  return {
    type,
    items: () => all().map(api),
    item,
    methods: {
      GetItem: item,
      GetItemAt: (index) => known(all()[numberArgument(index, 'index')]),
      GetItemOrNullObject: (key) => {
        const found = find(key);
        return found === undefined ? nullObject : api(found);
      },
      GetCount: () => all().length,
      ...methods,
    },
  };
}

/** A property that is a field of `holder`. */
export const fieldOf = <Holder extends object>(
  holder: Holder,
  key: keyof Holder,
  changed: () => void,
  otherwise: unknown = null,
): Required<ScalarProperty> => ({
  get: () => holder[key] ?? otherwise,
  set: (value) => {
    Object.assign(holder, { [key]: value });
    changed();
  },
});
