// The frame with the add-in's page. Its address and window name contain what Excel on the web puts there; without the final 3
// in the host info (shared runtime + custom functions) the custom functions runtime never starts.
export interface FrameIdentity {
  readonly conversationId: string;
  readonly instanceId: string;
  /** The display language of this Excel. */
  readonly language: string;
}

const controlId = 'playground-addin';

export function newIdentity(language: string): FrameIdentity {
  return { conversationId: crypto.randomUUID(), instanceId: crypto.randomUUID(), language };
}

export function frameAddress(sourceLocation: string, identity: FrameIdentity): string {
  const url = new URL(sourceLocation);
  const info = `Excel$Web$16.00$${identity.language}$${identity.instanceId}$$$3`;
  return `${url.href}${url.search === '' ? '?' : '&'}_host_Info=${info}`;
}

export function frameName(identity: FrameIdentity, hostOrigin: string): string {
  return JSON.stringify({
    baseFrameName: 'playground-addin-frame',
    hostInfo: `Excel|Web|16.00|${identity.language}|${identity.instanceId}|||3`,
    xdmInfo: `${identity.conversationId}|${controlId}|${hostOrigin}`,
    serializerVersion: 1,
    flights: '[]',
  });
}
