// The guards that `npm run mutants` breaks, each by one line. A guard that is rewritten takes its mutant along: a unit test
// checks that every line is still there, once.

/** @typedef {{ file: string, line: string, broken: string, tests: string[] }} Mutant */

/**
 * @param {string[]} tests that must notice
 * @param {[file: string, line: string, broken: string][]} breaks
 * @returns {Mutant[]}
 */
const noticedBy = (tests, ...breaks) => breaks.map(([file, line, broken]) => ({ file, line, broken, tests }));

const people = 'src/gateway/people';
const calls = 'src/gateway/calls';
const spending = 'src/gateway/spending';
const remote = 'src/engine/remote';

/** Everything but the money model, which takes minutes. */
const engine = [
  ...['approvals', 'stopping', 'cancelling', 'betweenSteps', 'restartedGateway'].map(
    (name) => `test/engine/remote/${name}`,
  ),
  ...['account', 'budget', 'burst', 'chargeProof', 'interleavings', 'userDecisions'].map(
    (name) => `test/engine/remote/spend/${name}`,
  ),
  'test/engine/local',
  'test/engine/windowsOfOneUser',
];

/** @type {Mutant[]} */
export const mutants = [
  ...noticedBy(
    ['test/gateway/people', 'test/gateway/personal', 'test/gateway/routes/fastPath'],
    [
      `${people}/signIn.ts`,
      '(codes?.isFresh() && codes.isActive(known.codeId))',
      'codes?.isActive(known.codeId)',
    ],
    [`${people}/signIn.ts`, '!limit.isClosed(network) && sameText', 'sameText'],
    [`${people}/signIn.ts`, 'const seconds = limit.fail(network, hash);', 'const seconds = 0;'],
    [`${people}/entraTokens.ts`, "textOf(payload, 'tid')?.toLowerCase() !== tenant", 'false'],
    [`${people}/entraTokens.ts`, ".split(' ').includes(scope)", ".includes('')"],
    [`${people}/entraTokens.ts`, 'audience: [...audience],', ''],
    [`${people}/entraTokens.ts`, 'this.needsGroups && hidesGroups(payload)', 'false'],
    [`${people}/accessCode.ts`, '(expiresAt !== undefined && expiresAt <= now)', 'false'],
    [`${people}/accessCode.ts`, 'record.revokedAt !== undefined || ', ''],
    [`${people}/codeRegister.ts`, 'fitsCode(code, record) && this.isActive(id)', 'this.isActive(id)'],
    ['src/gateway/http/clientAddress.ts', '.slice(0, 4)', ''],
    [`${people}/attemptLimit.ts`, 'tries === 0 && failed.tries.size >= most', 'false'],
    [`${people}/keyAttemptLimit.ts`, 'refused >= most.refused || ', ''],
    [`${people}/keyAttemptLimit.ts`, '      this.accepted.delete(name);\n', ''],
    [`${people}/keyAttemptLimit.ts`, 'isProof(response)', 'response.status < 500'],
  ),
  ...noticedBy(
    ['test/gateway/mcp/mcp', 'test/gateway/team', 'test/gateway/ledger/model'],
    [
      'src/gateway/mcp/orders.ts',
      'for (const { source } of plan.requests) chosenColumns(source, wish.columns);',
      '',
    ],
    [`${calls}/callCoordinator.ts`, 'if (options.onlyKept)', 'if (false)'],
    ['src/gateway/ledger/ledgerBook.ts', 'if (!isRegister(register)) continue;', ''],
  ),
  ...noticedBy(
    ['test/gateway/mcp/gateways'],
    ['src/gateway/mcp/agents.ts', 'settled === undefined || (await store.settled()) !== settled', 'false'],
    ['src/gateway/mcp/orders.ts', '!isApproved && (await this.wasBought(', '(await this.wasBought('],
    ['src/gateway/stores/resilientStore.ts', 'for (const tell of this.tellers) await tell();', ''],
    [
      'src/gateway/mcp/orders.ts',
      "if (kept === 'unknown') return true",
      "if (kept === 'unknown') return false",
    ],
    [
      'src/gateway/mcp/orders.ts',
      'return clock() - kept.at <= Math.min(',
      'return clock() - kept.at > Math.min(',
    ],
  ),
  ...noticedBy(
    ['test/gateway/watch/model'],
    ['src/gateway/watch/watchBook.ts', 'if (epoch === undefined) throw', 'if (false) throw'],
  ),
  ...noticedBy(
    ['test/gateway/commands/codes'],
    [
      `${people}/codeRegister.ts`,
      'epoch === undefined || (await this.settled()) !== epoch',
      'epoch === undefined',
    ],
  ),
  ...noticedBy(
    ['test/gateway/stores/recordPlaces'],
    [
      'src/gateway/stores/recordPlaces.ts',
      "if ARGV[4] ~= '' and redis.call('HGET', KEYS[3], '~epoch') ~= ARGV[4] then",
      'if false then',
    ],
  ),
  ...noticedBy(
    ['test/gateway/http/clientAddress'],
    ['src/gateway/http/clientAddress.ts', 'told[told.length - proxies]', 'told[0]'],
  ),
  ...noticedBy(
    ['test/gateway/rateWindows', 'test/gateway/budgets', 'test/gateway/team'],
    [
      `${spending}/spending.ts`,
      'if (!reserved.ok) throw this.refusal(reserved, checks, request, person);',
      '',
    ],
    [`${spending}/spending.ts`, '      await giveBack(request.credits);\n', ''],
    [
      `${spending}/spending.ts`,
      'credits === null ? 0 : request.credits - credits',
      'request.credits - (credits ?? 0)',
    ],
    [`${spending}/spending.ts`, 'if (!entered.ok) {', 'if (false) {'],
    [`${spending}/budgets.ts`, "[personAccount(person), ...own, 'team']", "[personAccount(person), 'team']"],
    [`${spending}/budgets.ts`, '`person:${account === undefined ? id : nameOf(account)}`', '`person:${id}`'],
    [`${spending}/rateWindows.ts`, 'Math.max(used, Math.min(known, used + recent))', 'used'],
  ),
  ...noticedBy(
    ['test/gateway/personal', 'test/gateway/team', 'test/gateway/paidAnswers'],
    [
      `${calls}/responseCache.ts`,
      'reach < (request.count ?? 1) || this.age(at) > limit',
      'this.age(at) > limit',
    ],
    [
      `${calls}/responseCache.ts`,
      'reach < (request.count ?? 1) || this.age(at) > limit',
      'reach < (request.count ?? 1)',
    ],
    [
      `${calls}/responseCache.ts`,
      '${service}\\n${keyDigest(person.key)}\\n${request.key}\\n',
      '${service}\\n${request.key}\\n',
    ],
    [`${calls}/responseCache.ts`, 'const own = sha256(base + person.id);', 'const own = sha256(base);'],
    [`${calls}/responseCache.ts`, 'if (credits !== 0) steps', 'if (credits === 1_000) steps'],
    [`${calls}/callMaker.ts`, 'if (other.id === id) continue;', 'continue;'],
    [
      `${calls}/callMaker.ts`,
      'cache.lacks(names) ? undefined : await cache.find(names, request, options.maxAge, true)',
      'undefined',
    ],
  ),
  ...noticedBy(
    ['test/engine/request', 'test/operations'],
    [
      'src/engine/request/dataRequest.ts',
      "if (name === 'count' || name === 'timeout') continue;",
      "if (name === 'timeout') continue;",
    ],
    ['src/engine/request/dataRequest.ts', 'if (!isDefault) keyed[name]', 'keyed[name]'],
    ['src/engine/request/dataRequest.ts', "Object.keys(raw).length > 0 ? stableJson(raw) : ''", "''"],
    [
      'src/engine/request/dataRequest.ts',
      '`${operation}${stableJson(keyed)}${extra}`',
      '`${stableJson(keyed)}${extra}`',
    ],
    [`${remote}/gate.ts`, 'if (past) return { refuse: past };\n    const noKey', 'const noKey'],
    ['src/engine/request/pastStay.ts', 'from >= isoDay(now - lastZone))', 'from >= isoDay(now))'],
    ['src/engine/request/pastStay.ts', 'raw[rule.param] ?? params[rule.param]', 'params[rule.param]'],
    [
      'src/operations/index.ts',
      'price.credits * Math.ceil(Math.max(count, 1) / price.per)',
      'price.credits * Math.floor(Math.max(count, 1) / price.per)',
    ],
  ),
  ...noticedBy(
    ['test/engine/remote/client', 'test/gateway/oddService'],
    ['src/operations/charge.ts', "if (body === 'page') return 'maybe';", ''],
    ['src/operations/charge.ts', "status === 200 && body === 'records' ? 'yes'", "status === 200 ? 'yes'"],
    [
      'src/operations/charge.ts',
      '[400, 401, 403, 404, 412, 422, 429]',
      '[400, 401, 403, 404, 412, 422, 429, 500]',
    ],
  ),
  ...noticedBy(
    [
      'test/history/line',
      'test/history/rowAppend',
      'test/history/union',
      'test/functions/history/historyFunctions',
    ],
    ['src/history/line.ts', 'at > fetchedAt + day', 'false'],
    ['src/history/line.ts', '(codes && !codes.has(at)) || ', ''],
    ['src/history/line.ts', 'codeOf(codes?.get(at), place.code)', 'place.code'],
    ['src/history/line.ts', 'points.set(when.at,', 'points.set(at,'],
    ['src/history/observation.ts', "id === '' || known.has(id)", "id === ''"],
    ['src/history/observation.ts', 'Object.keys(raw).length > 0 ? { ...kept, raw } : kept', 'kept'],
    ['src/history/rowAppend.ts', 'same && same[2].length >= list.length', 'same'],
    ['src/history/rowAppend.ts', 'if (after === times) return;', ''],
    ['src/history/union.ts', 'b.ids.length > a.ids.length ? b : a', 'a'],
    ['src/history/union.ts', 'first: Math.min(a.first, b.first)', 'first: newer.first'],
  ),
  ...noticedBy(
    ['test/excel/workbook/boughtBefore'],
    ['src/excel/workbook/boughtBefore.ts', 'await (writing ??= write());', 'void (writing ??= write());'],
    ['src/excel/workbook/boughtBefore.ts', '      unwritten = merge(change, unwritten);\n', ''],
    ['src/excel/workbook/boughtBefore.ts', '      await read();\n', ''],
    ['src/excel/workbook/boughtBefore.ts', 'if (list.hasNewer()) throw', 'if (false) throw'],
    ['src/excel/workbook/boughtBefore.ts', '      if (!wasRead) throw error;\n', ''],
  ),
  ...noticedBy(
    ['test/excel/recalculation/heldCells'],
    ['src/excel/recalculation/cellRegistry.ts', 'at: all.at(-1)!.at,', 'at: first.at,'],
    ['src/excel/recalculation/cellRegistry.ts', 'cells.set(cellSpelling(use.cell), [use]);', '{}'],
  ),
  ...noticedBy(
    ['test/excel/recalculation/ownWrites', 'test/excel/createRuntime'],
    ['src/excel/recalculation/ownWrites.ts', 'if (!isBusy) open.delete(each);', 'open.delete(each);'],
    [
      'src/excel/recalculation/ownWrites.ts',
      'if (!each.isWritten || !each.wasCalculated) continue;',
      'if (!each.isWritten) continue;',
    ],
    [
      'src/excel/recalculation/ownWrites.ts',
      'waiting.keys === undefined || waiting.keys.has(key)',
      'waiting.keys?.has(key)',
    ],
    [
      'src/excel/recalculation/ownWrites.ts',
      '      if (!before) return reason;\n',
      '      if (!before) continue;\n',
    ],
    [
      'src/excel/recalculation/ownWrites.ts',
      'formula !== undefined && (await isStill(cell, formula))',
      'formula !== undefined',
    ],
  ),
  ...noticedBy(
    ['test/excel/workbook/safeFormula', 'test/excel/freezing'],
    ['src/excel/workbook/safeFormula.ts', 'called !== undefined && !allowed.has(bareName(called))', 'false'],
    [
      'src/excel/workbook/safeFormula.ts',
      'if (quoted !== undefined && /[\\\\/?*[\\]:]/.test(quoted))',
      'if (false)',
    ],
    [
      'src/excel/workbook/safeFormula.ts',
      'if (!found) return strange(formula.slice(at));',
      'if (!found) return undefined;',
    ],
  ),
  ...noticedBy(
    engine,
    [
      `${remote}/gate.ts`,
      "isKnown ? (arrival.held ?? renewal ?? found) : 'store_down'",
      'arrival.held ?? renewal ?? found',
    ],
    [`${remote}/gate.ts`, "if (arrival.isStopped()) decisions.set([request], 'stopped');\n    else if", 'if'],
    [
      `${remote}/gate.ts`,
      'if (reason && isSame()) return { hold: reason };\n      if (reason) continue;\n',
      '',
    ],
    [
      `${remote}/gate.ts`,
      'isSame() && !this.refuses(job) && isSame() && !circuit.isOpen',
      'isSame() && !circuit.isOpen',
    ],
    [`${remote}/gate.ts`, 'if (before) return before;', 'if (false) return before;'],
    [`${remote}/gate.ts`, 'if (job.agreed >= job.price) return', 'if (job.agreed > 0) return'],
    [`${remote}/gate.ts`, "if (await paid.covers(request)) return 'no_longer_kept';", ''],
    [`${remote}/gate.ts`, "if (elsewhere === true) return 'bought_elsewhere';", ''],
    [
      `${remote}/gate.ts`,
      "return wanted?.length === 0 && !job.isAwaited ? { gone: error('cancelled') } : undefined;",
      'return undefined;',
    ],
    [`${remote}/gate.ts`, 'this.paidFor(request, !job.isNarrowed)', 'this.paidFor(request, true)'],
    [`${remote}/gate.ts`, 'if (wanted || !whileWanted)', 'if (wanted)'],
    [`${remote}/gate.ts`, 'jobs.sending(one).price > job.agreed ? refusal(one)', 'false ? refusal(one)'],
    [`${remote}/inFlight.ts`, 'if (agreed && job.isStopped) return false;\n', ''],
    [`${remote}/gate.ts`, 'job.agreedCap === agreedCap', 'true'],
    [`${remote}/inFlight.ts`, 'agreed === known && agreedCap', 'agreedCap'],
    [
      `${remote}/inFlight.ts`,
      '      job.agreed = agreed;\n      job.agreedCap = agreedCap;\n    }',
      '      job.agreed = agreed;\n    }\n    job.agreedCap = Math.min(job.agreedCap, agreedCap);',
    ],
    [
      `${remote}/remoteEngine.ts`,
      'agreedCap: arrival.dailyCap',
      'agreedCap: settings().dailyCap ?? Infinity',
    ],
    ['src/engine/createEngine.ts', 'isUnseen ? Infinity : agreedCap', 'agreedCap'],
    [`${remote}/pipeline.ts`, 'keyWatch.changes !== changes', 'false'],
    [`${remote}/spend/account.ts`, ' || (credits > unasked && dailyCap < agreedCap)', ''],
    [`${remote}/spend/account.ts`, "if (this.spentToday + credits > dailyCap) return 'daily_cap';", ''],
    [`${remote}/spend/account.ts`, "if (this.unaskedLately() + unasked > askAbove) return 'ask_above';", ''],
    [
      `${remote}/spend/account.ts`,
      "today + unasked > askAbove * actionsPerDay ? 'ask_above' : undefined",
      'undefined',
    ],
    [`${remote}/spend/account.ts`, 'Math.min(elapsed, at - this.offset)', 'at - this.offset'],
    [
      `${remote}/spend/account.ts`,
      "if (mustKnow && !(isRead && isLocked())) return { key, reason: 'store_down' };",
      '',
    ],
    [`${remote}/spend/account.ts`, "outcome === 'done' && isLocked()", "outcome === 'done'"],
    [
      `${remote}/spend/account.ts`,
      'this.parts.locks ? undefined : await this.withOthers(unasked)',
      'undefined',
    ],
    [`${remote}/spend/account.ts`, "unasked > 0) : 'store_down'", 'unasked > 0) : undefined'],
    [`${remote}/spend/chargeProof.ts`, '.before.ended <= sentAt ? credits : NaN', '.before ? credits : NaN'],
    [`${remote}/gate.ts`, 'this.parts.locks || isPaid ? undefined', 'true ? undefined'],
    [
      `${remote}/approvals.ts`,
      'if (cache.inMemory(request) !== before) recalculations',
      'if (false) recalculations',
    ],
    ['src/engine/local/failures.ts', 'if (!chargedOf(failure)) return row;', ''],
    [`${remote}/outcome.ts`, 'if (charged && !isServed', 'if (charged === failure && !isServed'],
    [`${remote}/spend/account.ts`, 'price >= credits && at', 'at'],
    [`${remote}/spend/account.ts`, ' && at >= fetchedAt', ''],
    [`${remote}/gate.ts`, 'isPaid ? 0 : price', 'price'],
    [`${remote}/gate.ts`, "isPromised && isHold(decisions.of(request)?.decision ?? 'stopped')", 'false'],
    [
      `${remote}/spend/userDecisions.ts`,
      'for (const request of requests) this.heard.set(slotOf(request), (this.turn += 1));',
      '',
    ],
    [`${remote}/inFlight.ts`, 'if (job.purpose.isPromised) this.release([job]);\n    else ', ''],
    [`${remote}/job.ts`, ' || purpose.isPromised', ''],
    [`${remote}/spend/chargeProof.ts`, 'last && last.began >= time', 'last'],
    [`${remote}/spend/chargeProof.ts`, 'if (shownAfter === undefined) return error;', ''],
    [`${remote}/spend/chargeProof.ts`, ' || this.parts.callsSince(before.began - settling) > 1', ''],
    [`${remote}/spend/chargeProof.ts`, '    if (cached) return;\n', ''],
    [
      `${remote}/spend/chargeProof.ts`,
      'if (isSame && !Number.isNaN(credits)) this.shownAfter = Infinity;',
      '',
    ],
    [`${remote}/spend/paidRequests.ts`, ': { v: 1, at: 0, count: Infinity }', ': undefined'],
    [`${remote}/spend/paidRequests.ts`, 'row.count >= (request.count ?? 0)', 'true'],
    ['src/engine/createEngine.ts', 'if (failure && !arrival.isStopped()) throw', 'if (failure) throw'],
    [`${remote}/outcome.ts`, ', failures: this.parts.failures.unstored(key) }', ' }'],
    [`${remote}/spend/userDecisions.ts`, '(this.heard.get(slot) ?? 0) <= since', 'true'],
    [`${remote}/spend/userDecisions.ts`, '[version.takenBack, 1,', '[Infinity, 1,'],
    [`${remote}/spend/userDecisions.ts`, '          .filter((request) => !refused(request))\n', ''],
    [`${remote}/spend/userDecisions.ts`, "slot.includes(' @') ? undefined : refusal", 'undefined'],
    [`${remote}/spend/replicatedTable.ts`, 'if (known && merge(known, row) === known) return false;', ''],
  ),
  ...noticedBy(
    ['test/engine/remote/spend/accountRows'],
    [`${remote}/spend/accountRows.ts`, '.filter((key) => this.dayOf(key) < today)\n', '\n'],
  ),
  ...noticedBy(
    ['test/engine/remote/spend/replicatedTable'],
    [`${remote}/spend/replicatedTable.ts`, ' || (before && merge(before, known) === before)', ''],
    [`${remote}/spend/replicatedTable.ts`, '...this.unwritten, ...this.lately', '...this.lately'],
    [
      `${remote}/spend/replicatedTable.ts`,
      'if (this.version(key) === made.get(key)) this.unwritten',
      'this.unwritten',
    ],
    [`${remote}/spend/replicatedTable.ts`, "if (outcome === 'done')", ''],
    [`${remote}/spend/accountRows.ts`, 'return later > 0 ? other : known;', 'return other;'],
    [`${remote}/spend/paidRequests.ts`, 'other.count > known.count || ', ''],
  ),
  ...noticedBy(
    ['test/engine/windowsOfOneUser', 'test/engine/local', 'test/engine/remote/stopping'],
    [`${remote}/gate.ts`, ' || isRenewed(at)', ''],
    [`${remote}/gate.ts`, ' && isDue(one, maxAge)', ''],
    ['src/engine/local/failures.ts', 'if (now >= until) this.revive(row);', ''],
    ['src/engine/local/failures.ts', 'known?.at === failure.at', 'known === failure'],
    ['src/engine/local/failures.ts', 'for (const [row] of forgotten) this.revive(row);', ''],
    ['src/engine/local/cache.ts', ', ...(this.counted.get(request.key) ?? [])', ''],
    ['src/engine/createEngine.ts', 'options, arrival.isStopped).catch', 'options, options.isStopped).catch'],
    [`${remote}/schedule/sharedRateWindows.ts`, 'requests + (other[4] ?? 1),', '1,'],
    ['src/engine/local/cache.ts', 'else this.unsure.add(slot);', ''],
    ['src/engine/ports/clock.ts', 'let left = ticks;', 'let left = 1;'],
  ),
  ...noticedBy(
    ['test/taskpane/start/fillPlan', 'test/engine/windowsOfOneUser'],
    ['src/engine/createEngine.ts', 'due && isAgreed(request, options)', 'false'],
    [`${remote}/remoteEngine.ts`, 'isRenewal ? renewed : undefined', 'undefined'],
    [`${remote}/gate.ts`, 'isDearer && !jobs.serves(request)', 'false'],
  ),
  ...noticedBy(
    ['test/functions/calls/commands', 'test/excel/watch/gatewayWatches', 'test/engine/remote/handOver'],
    ['src/functions/calls/commands.ts', 'stillThere(noted, await formulas())', 'noted'],
    ['src/functions/calls/commands.ts', '!isStillAsked({ cells, requests }, runtime)', 'false'],
    [
      'src/functions/calls/commands.ts',
      'credits > askAbove || runtime.engine.state().spentToday + credits > dailyCap',
      'credits > askAbove',
    ],
    ['src/excel/watch/gatewayWatches.ts', 'if (tries > 1) await stopHandedOver();', ''],
    [`${remote}/handOver.ts`, "isStopped() && taken !== 'unknown'", 'isStopped()'],
    [`${remote}/handOver.ts`, 'if (!job.wanted)', 'if (false)'],
  ),
];
