// The first thing office.js requests: application, document, settings and requirement sets.
import type { DocumentSettings } from './richApi/documentSettings';
import type { FrameIdentity } from './addInFrame';
import type { RequirementMatrix } from './requirementMatrix';

const excel = 16;
const readWrite = 1;
const documentOpened = 1;
const displayMode = { hidden: 1, taskPane: 2 } as const;

export function appContext(
  identity: FrameIdentity,
  settings: DocumentSettings,
  matrix: RequirementMatrix,
  paneOpen: boolean,
): Record<string, unknown> {
  return {
    _id: identity.instanceId,
    _appName: excel,
    _appVersion: '16.0',
    _appUILocale: identity.language,
    _dataLocale: 'en-US',
    _docUrl: 'https://playground.invalid/Tour.xlsx',
    _clientMode: readWrite,
    _settings: settings.entries(),
    _reason: documentOpened,
    _osfControlType: 0,
    _eToken: '',
    _correlationId: identity.conversationId,
    _appInstanceId: identity.instanceId,
    _touchEnabled: false,
    _commerceAllowed: false,
    _appMinorVersion: 0,
    _requirementMatrix: JSON.stringify(matrix),
    _initialDisplayMode: paneOpen ? displayMode.taskPane : displayMode.hidden,
  };
}
