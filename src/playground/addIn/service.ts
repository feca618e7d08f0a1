// Which service this page's server asks. Only the sandbox's answers cost nothing: over a real service the page says so, and
// begins with an empty workbook, because a tour that fills itself in would spend credits that nobody asked for.
export type Service = 'sandbox' | 'real';

export async function fetchService(origin: string): Promise<Service> {
  try {
    const response = await fetch(`${origin}/gateway/info`);
    const { sandbox } = (await response.json()) as { sandbox?: unknown };
    return sandbox === true ? 'sandbox' : 'real';
  } catch {
    return 'real';
  }
}
