// Which service this page's server uses. Only the sandbox is free. With a real service the page says so and starts with an
// empty workbook, because a tour that fills itself in would spend credits that nobody asked for.
export type Service = 'sandbox' | 'real';

export interface ServiceInfo {
  readonly service: Service;
  /** How many days the sandbox's calendar is ahead. */
  readonly aheadDays: number;
}

export async function fetchService(address: string): Promise<ServiceInfo> {
  try {
    const response = await fetch(address);
    const { sandbox, aheadDays } = (await response.json()) as { sandbox?: unknown; aheadDays?: unknown };
    return {
      service: sandbox === true ? 'sandbox' : 'real',
      aheadDays: typeof aheadDays === 'number' ? aheadDays : 0,
    };
  } catch {
    return { service: 'real', aheadDays: 0 };
  }
}
