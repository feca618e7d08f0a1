// The text of a request as JSON, or the fault FastAPI reports if it is not JSON.
import type { BodyFault } from './contract/problem';

export type ReadBody = { readonly value: unknown } | { readonly fault: BodyFault; readonly text: string };

export function jsonBody(text: string, contentType: string | undefined): ReadBody {
  if (text.trim() === '') {
    return { text, fault: { type: 'missing', loc: ['body'], msg: 'Field required', input: null } };
  }
  // Without the JSON content type FastAPI reads the body as plain text, which is not an object.
  if (!/^application\/([\w.-]+\+)?json\b/i.test(contentType ?? '')) return { value: text };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const position = Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length);
    const ctx = { error: position >= text.length ? 'Expecting value' : 'Expecting property name or value' };
    return {
      text,
      fault: { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', input: {}, ctx },
    };
  }
}
