// The active rules, oldest first. A rule with `times` is removed after that many requests.
import type { OperationId } from '../../src/operations';
import type { FaultRule } from './faultRule';

export class FaultList {
  private active: { readonly rule: FaultRule; left: number }[] = [];

  add(rules: readonly FaultRule[]): void {
    this.active.push(...rules.map((rule) => ({ rule, left: rule.times ?? Infinity })));
  }

  clear(): void {
    this.active = [];
  }

  /** The active rules, without keys. */
  get rules(): readonly Omit<FaultRule, 'key'>[] {
    return this.active.map(({ rule: { key: _key, ...rule }, left }) => ({
      ...rule,
      ...(left !== Infinity && { times: left }),
    }));
  }

  /** The fault for this request; counts as one use of it. */
  take(operation: OperationId | 'token', key: string): FaultRule | undefined {
    const hit = this.active.find(
      ({ rule, left }) =>
        left > 0 &&
        (rule.operation === operation || (rule.operation === undefined && operation !== 'token')) &&
        (rule.key === undefined || rule.key === key),
    );
    if (!hit) return undefined;
    hit.left -= 1;
    this.active = this.active.filter(({ left }) => left > 0);
    return hit.rule;
  }
}
