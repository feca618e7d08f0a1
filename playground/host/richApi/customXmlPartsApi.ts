// Excel.CustomXmlPartCollection: pieces of XML that travel in the file, apart from the add-in's settings.
import { ApiError } from './apiError';
import type { ApiObject } from './apiObject';
import { textArgument } from './argument';
import { collectionApi } from './collection';
import type { XmlPart, WorkbookParts } from '../parts/workbookParts';

const namespaceOf = ({ xml }: XmlPart): string => /\bxmlns="([^"]*)"/.exec(xml)?.[1] ?? '';

function checked(xml: unknown): string {
  const text = textArgument(xml, 'xml');
  const read = new DOMParser().parseFromString(text, 'application/xml');
  if (read.querySelector('parsererror')) throw new ApiError('InvalidArgument', 'The text is not XML.');
  return text;
}

function partApi(parts: WorkbookParts, part: XmlPart): ApiObject {
  return {
    type: 'CustomXmlPart',
    identity: () => ({ Id: part.id }),
    properties: { Id: { get: () => part.id }, NamespaceUri: { get: () => namespaceOf(part) } },
    methods: {
      GetXml: () => part.xml,
      SetXml: (xml) => {
        part.xml = checked(xml);
        parts.changed();
      },
      Delete: () => {
        parts.xmlParts = parts.xmlParts.filter((other) => other !== part);
        parts.changed();
      },
    },
  };
}

function collection(parts: WorkbookParts, type: string, own: (part: XmlPart) => boolean): ApiObject {
  const all = () => parts.xmlParts.filter(own);
  return collectionApi({
    type,
    noun: 'custom XML part',
    all,
    find: (id) => all().find((part) => part.id === id),
    api: (part) => partApi(parts, part),
  });
}

export function customXmlPartsApi(parts: WorkbookParts): ApiObject {
  const whole = collection(parts, 'CustomXmlPartCollection', () => true);
  return {
    ...whole,
    methods: {
      ...whole.methods,
      Add: (xml) => {
        const part = { id: `{${crypto.randomUUID().toUpperCase()}}`, xml: checked(xml) };
        parts.xmlParts.push(part);
        parts.changed();
        return partApi(parts, part);
      },
      GetByNamespace: (uri) =>
        collection(parts, 'CustomXmlPartScopedCollection', (part) => namespaceOf(part) === uri),
    },
  };
}
