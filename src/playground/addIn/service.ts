// Which service this page's server uses. Only the sandbox is free. With a real service the page says so and starts with an
// empty workbook, because a tour that fills itself in would spend credits that nobody asked for.
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
