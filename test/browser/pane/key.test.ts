// The first screen: what is said of each kind of key, and what becomes of a saved one.
import { describeJourneys } from '../support/journey';

describeJourneys('the key', (journey) => {
  journey('is checked, and what is wrong with it is said', async ({ playground, stack }) => {
    const { pane } = playground;
    const field = pane.getByRole('textbox', { name: 'API key' });
    const save = pane.getByRole('button', { name: 'Save key' });
    await save.click();
    await pane.getByText('Enter your API key.').waitFor();
    for (const [key, says] of [
      ['no-such-key', /doesn’t recognize this key \(401\)/],
      ['sandbox-expired', /has expired/],
    ] as const) {
      await field.fill(key);
      await save.click();
      await pane.getByText(says).first().waitFor();
      expect(await field.inputValue()).toBe(key);
    }
    await stack.takeServiceDown();
    await field.fill('sandbox-large');
    await save.click();
    await pane
      .getByText(/saved but not checked/)
      .first()
      .waitFor();
    await stack.bringServiceBack();
    await save.click();
    await pane.getByText('The key works.').waitFor();
    await pane.getByText('1,000,000').waitFor();
  });

  journey('for agents only is kept, and named as such', async ({ playground }) => {
    const { pane } = playground;
    await pane.getByText(/paid service: sign up/).waitFor();
    expect(await pane.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('help/');
    await pane.getByRole('textbox', { name: 'API key' }).fill('sandbox-mcp');
    await pane.getByRole('button', { name: 'Save key' }).click();
    await pane
      .getByText(/works for agents only \(MCP\)/)
      .first()
      .waitFor();
    await pane.getByRole('button', { name: 'See usage' }).click();
    await pane.getByText('Agents only (MCP)', { exact: true }).waitFor();
    await pane.getByText('••••••').waitFor();
    expect(await pane.getByRole('link', { name: 'Help' }).count()).toBe(1);
  });

  journey('is shown masked, and can be replaced and removed', async ({ playground }) => {
    const { pane } = playground;
    await playground.saveKey();
    await pane.getByRole('button', { name: 'See usage' }).click();
    const card = pane.getByRole('region', { name: 'API key' });
    expect(await card.textContent()).not.toContain('sandbox-large');
    await card.getByText(/•+/).waitFor();

    await card.getByRole('button', { name: 'Replace' }).click();
    await card.getByRole('textbox', { name: 'API key' }).fill('wrong');
    await card.getByRole('button', { name: 'Save key' }).click();
    await card.getByText(/401/).waitFor();
    await card.getByRole('textbox', { name: 'API key' }).fill('sandbox-two');
    await card.getByRole('button', { name: 'Save key' }).click();
    await card.getByRole('button', { name: 'Replace' }).waitFor();
    await pane.getByRole('button', { name: 'Update' }).click();
    await pane.getByText('Primary').waitFor();

    // A reset takes its address with it, and passing over the field does not bring it back.
    await pane.getByRole('tab', { name: 'Settings' }).click();
    await pane.locator('summary', { hasText: 'Connection' }).click();
    const address = pane.getByRole('textbox', { name: 'Base address' });
    await address.fill('https://elsewhere.example');
    await address.blur();
    await pane.getByText('Saved', { exact: true }).first().waitFor({ state: 'attached' });
    await pane.getByRole('button', { name: 'Reset settings' }).click();
    await pane.getByRole('button', { name: 'Reset', exact: true }).click();
    await pane.getByText('All settings have their defaults again.').first().waitFor();
    expect(await address.inputValue()).toBe('');
    await pane.getByRole('tab', { name: 'Usage' }).click();

    await card.getByRole('button', { name: 'Remove' }).click();
    await card.getByRole('button', { name: 'Remove key' }).click();
    await pane.getByRole('heading', { name: 'Welcome to Spillway' }).waitFor();
  });
});
