// The one free operation: the caller's token records, with the rate windows every send must fit into.
import * as is from './table/field';

export const tokenStatistic = {
  id: 'token',
  function: 'TOKEN.USAGE',
  method: 'GET',
  path: '/token/statistic',
  record: {
    type: 'ApiToken',
    shows: '{plan}',
    fields: {
      id: is.identifier('Token ID'),
      user: is.record('User', {
        type: 'User',
        shows: '{name}',
        fields: {
          id: is.identifier('User ID'),
          front_id: is.identifier('Front ID'),
          login: is.text('Login'),
          role: is.text('Role'),
          email: is.text('Email'),
          name: is.text('Name'),
          created_at: is.isoDate('User created'),
          modified_at: is.isoDate('User changed'),
          last_login_at: is.isoDate('Last sign-in'),
          email_verified: is.flag('Email verified'),
        },
      }),
      is_primary: is.flag('Primary'),
      points: is.count('Points'),
      plan: is.text('Plan'),
      usage_context: is.text('Usage context'),
      expires_at: is.isoDate('Expires'),
      created_at: is.isoDate('Created'),
      last_used_at: is.isoDate('Last used'),
      ten_second_limit: is.count('10 seconds: limit'),
      minutely_limit: is.count('Minute: limit'),
      hourly_limit: is.count('Hour: limit'),
      daily_limit: is.count('Day: limit'),
      monthly_limit: is.count('Month: limit'),
      ten_second_usage: is.count('10 seconds: used'),
      minutely_usage: is.count('Minute: used'),
      hourly_usage: is.count('Hour: used'),
      daily_usage: is.count('Day: used'),
      monthly_usage: is.count('Month: used'),
      is_recommended: is.flag('Recommended'),
    },
  },
} as const;

/** The five windows, shortest first. */
export const windows = [
  { id: 'ten_second', label: '10 seconds', seconds: 10 },
  { id: 'minutely', label: 'Minute', seconds: 60 },
  { id: 'hourly', label: 'Hour', seconds: 3_600 },
  { id: 'daily', label: 'Day', seconds: 86_400 },
  { id: 'monthly', label: 'Month', seconds: 2_592_000 },
] as const;

export type WindowId = (typeof windows)[number]['id'];
export type TokenRecord = {
  -readonly [Name in keyof typeof tokenStatistic.record.fields]?: is.FieldValue<
    (typeof tokenStatistic.record.fields)[Name]
  > | null;
};

/** The token in use. An account may list several tokens and does not say which one sent the request. */
export const primaryToken = (tokens: readonly TokenRecord[]): TokenRecord | undefined =>
  tokens.find(({ is_primary }) => is_primary) ?? tokens[0];
