// The same playground over a gateway in team mode: the key stays on the server, and one person's answer serves the next.
// Office single sign-on runs on the real office.js, nested app authentication on the real MSAL; the account and its tokens come from the simulated Excel.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request, type BrowserContext } from 'playwright-core';
import { startSigner, type Signer } from '../gateway/support/signer';
import type { SignInResult } from '../../playground/host/identity';
import { describeJourneys } from './support/journey';
import type { PlaygroundPage } from './support/playgroundPage';
import type { Stack } from './support/stack';

const code = 'a-long-administrators-code';
const team = () => ({
  SPILLWAY_MODE: 'team',
  SPILLWAY_KEY: 'sandbox-large',
  SPILLWAY_ADMIN_CODE: code,
  SPILLWAY_DATA: mkdtempSync(join(tmpdir(), 'spillway-team-')),
});

describeJourneys('in a team', (journey) => {
  journey(
    'people sign in with an access code, and what was paid for once serves everyone',
    async ({ playground, stack }) => {
      const { pane } = playground;
      expect(await pane.getByRole('button', { name: 'Sign in with Microsoft' }).count()).toBe(0);
      await playground.useAccessCode(code);
      await playground.type('A1', '=HKPROPERTY.VALUE("TKS-01-12-B",,"price")');
      const [[price]] = (await playground.table('A1')) as [[number]];
      expect(price).toBeGreaterThan(100_000);
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 1 });

      // A colleague: another browser profile would have its own cache; here the gateway alone is asked.
      const colleague = await request.newContext({ ignoreHTTPSErrors: true });
      const again = await colleague.post(`${stack.origin}/api/hkproperty/valuations`, {
        headers: { 'access-token': code },
        data: { unit: 'TKS-01-12-B' },
      });
      expect(again.headers()).toMatchObject({ 'spillway-cache': 'hit', 'spillway-credits': '0' });
      await colleague.dispose();
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 1 });

      // What is spent of the day's budgets is shown, with a warning in words.
      await pane.getByRole('button', { name: 'See usage' }).click();
      const own = pane.getByRole('meter', { name: 'You', exact: true });
      await pane.getByText('1 of 4 credits today').waitFor();
      await playground.type('A3', '=HKPROPERTY.VALUE({"TKS-02-10-H";"TKS-01-14-C"},,"price")');
      await playground.quiet();
      await pane.getByText('3 of 4 credits today').waitFor();
      expect(await own.getAttribute('aria-valuetext')).toMatch(/^3 of 4 credits today, Over 70%, resets/);
      await pane.getByText('3 of 30 credits today').waitFor();
    },
    { gateway: () => ({ ...team(), SPILLWAY_PERSON_BUDGET: '4', SPILLWAY_TEAM_BUDGET: '30' }) },
  );

  describe('with Microsoft', () => {
    let signer: Signer;
    beforeAll(async () => {
      signer = await startSigner();
    });
    afterAll(() => signer.close());
    const gateway = () => ({ ...team(), ...signer.env });

    const signInAs = (playground: PlaygroundPage, result: SignInResult) =>
      playground.page.evaluate((given) => window.spillwayHost?.signInAs(given), result);
    const signInAsAStranger = async (playground: PlaygroundPage) => {
      await signInAs(playground, await signer.token({}, { foreign: true }));
      await playground.pane.getByRole('button', { name: 'Sign in with Microsoft' }).click();
      await playground.pane
        .getByText(/doesn’t accept this Microsoft account \(401\)/)
        .first()
        .waitFor();
    };
    /** Signs in with the account that Excel has, and pays for one valuation. */
    const buysOneValuation = async (playground: PlaygroundPage, stack: Stack) => {
      await playground.pane.getByRole('button', { name: 'Sign in with Microsoft' }).click();
      await playground.pane.getByText('You are signed in as ann@team.test.').waitFor();
      await playground.type('A1', '=HKPROPERTY.VALUE("TKS-01-12-B",,"price")');
      expect(await playground.table('A1')).toEqual([[expect.any(Number)]]);
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 1 });
    };
    /** A laptop two hours behind: it believes in tokens that have run out. */
    const slowClock = (context: BrowserContext) =>
      context.addInitScript(() => {
        const now = Date.now.bind(Date);
        Date.now = () => now() - 2 * 3_600_000;
      });
    /** The answers to data requests, as they come. */
    const watchPosts = ({ page }: PlaygroundPage): number[] => {
      const statuses: number[] = [];
      page.on('response', (answer) => {
        if (answer.request().method() === 'POST') statuses.push(answer.status());
      });
      return statuses;
    };
    const questions = async (playground: PlaygroundPage) =>
      (await playground.hostLog())
        .filter(({ what }) => what === 'token asked for')
        .map(({ detail }) => (detail as { prompt: boolean }).prompt);

    journey(
      'the account of Excel is enough, and a token that ran out is renewed without paying twice',
      async ({ playground, stack, context }) => {
        const { pane } = playground;
        const button = pane.getByRole('button', { name: 'Sign in with Microsoft' });
        await button.click();
        await pane
          .getByText(/not signed in to Excel \(13001\)/)
          .first()
          .waitFor();
        await signInAsAStranger(playground);

        // The gateway takes a token up to a minute after its end: this one holds for some seconds yet.
        const first = await signer.token({}, { expires: '-42s' });
        await signInAs(playground, first);
        await buysOneValuation(playground, stack);
        // The one between was the attempt to renew the refused token, without a window.
        expect(await questions(playground)).toEqual([true, true, false, true]);

        const me = (token: string) =>
          context.request.get(`${stack.origin}/gateway/me`, { headers: { 'access-token': token } });
        await playground.until(async () => (await me(first)).status() === 401);
        await signInAs(playground, await signer.token({ jti: 'renewed' }));
        const statuses = watchPosts(playground);
        await playground.type('A3', '=HKPROPERTY.VALUE("TKS-02-10-H",,"price")');
        expect(await playground.table('A3')).toEqual([[expect.any(Number)]]);
        expect(statuses).toEqual([401, 200]);
        expect(await questions(playground)).toEqual([true, true, false, true, false]);
        expect(await stack.sandbox.counters()).toMatchObject({ requests: 2, credits: 2 });
      },
      { gateway, prepare: slowClock },
    );

    journey(
      'a restart needs no window, nothing of the token is stored, and who signs out is out',
      async ({ playground, stack }) => {
        const { pane } = playground;
        const first = await signer.token();
        await signInAs(playground, first);
        await pane.getByRole('button', { name: 'Sign in with Microsoft' }).click();
        await pane.getByText('You are signed in as ann@team.test.').waitFor();
        await playground.reopen();
        await playground.type('A1', '=HKPROPERTY.VALUE("TKS-01-12-B",,"price")');
        expect(await playground.table('A1')).toEqual([[expect.any(Number)]]);
        expect(await questions(playground)).toEqual([true, false]);
        const stored = await playground.page.evaluate(() => JSON.stringify({ ...localStorage }));
        const settings = JSON.stringify(await playground.settings());
        for (const part of first.split('.').slice(1)) {
          expect(stored).not.toContain(part);
          expect(settings).not.toContain(part);
        }

        await pane.getByRole('tab', { name: 'Usage' }).click();
        const card = pane.getByRole('region', { name: 'Microsoft account' });
        await card.getByText('ann@team.test').waitFor();
        await pane.getByText('1 credit today, no limit').first().waitFor();
        await card.getByRole('button', { name: 'Sign out' }).click();
        await pane.getByRole('heading', { name: 'Welcome to Spillway' }).waitFor();
        await playground.type('A3', '=HKPROPERTY.VALUE("TKS-02-10-H",,"price")');
        expect(await playground.error('A3', '#N/A')).toMatch(/No key is saved yet/);
        expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 1 });
      },
      { gateway },
    );

    journey(
      'Excel of today signs people in itself, keeps no token in the page, and offers another account after a refusal',
      async ({ playground, stack }) => {
        const { pane } = playground;
        const button = pane.getByRole('button', { name: 'Sign in with Microsoft' });
        await signInAs(playground, { status: 'USER_CANCEL' });
        await button.click();
        await pane
          .getByText(/The sign-in was closed before it finished\./)
          .first()
          .waitFor();
        await signInAsAStranger(playground);
        const first = await signer.token();
        await signInAs(playground, first);
        await buysOneValuation(playground, stack);
        // The refused token was renewed once, without a window; then another account was offered.
        expect(await questions(playground)).toEqual([false, false, false, true]);
        const stored = await playground.addIn.evaluate(() =>
          JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
        );
        for (const part of first.split('.').slice(1)) expect(stored).not.toContain(part);
      },
      {
        gateway: () => ({ ...gateway(), SPILLWAY_ENTRA_CLIENT_ID: 'aaaaaaaa-2222-3333-4444-555555555555' }),
        offering: ['NestedAppAuth@1.1'],
      },
    );

    journey(
      'an Excel without single sign-on says so, and the access code works there',
      async ({ playground }) => {
        const { pane } = playground;
        await pane.getByRole('button', { name: 'Sign in with Microsoft' }).click();
        await pane
          .getByText(/cannot sign in with Microsoft \(13012\)/)
          .first()
          .waitFor();
        await playground.useAccessCode(code);
        expect(await questions(playground)).toEqual([]);
      },
      { gateway, without: ['IdentityAPI'] },
    );
  });
});
