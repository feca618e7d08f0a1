// Middle-East job board: one company's profile.
import * as is from '../table/field';
import type { Operation } from '../table/operation';
import * as take from '../table/parameter';
import { timeout } from '../timeout';

export const jobsboard = {
  id: 'jobsboard',
  function: 'JOBSBOARD.COMPANY',
  title: 'Company profile',
  method: 'POST',
  path: '/api/jobsboard/companies',
  price: { credits: 5 },
  params: {
    company: take.text('Search', 'Company', {
      required: true,
      minLength: 1,
    }),
    language: take.text('Search', 'Language', {
      minLength: 1,
      example: 'en',
      code: true,
    }),
    timeout,
  },
  positional: ['company', 'language'],
  lookup: 'company',
  answers: 'one',
  rules: [],
  record: {
    type: 'JobsboardCompany',
    shows: '{name}',
    fields: {
      id: is.numericId('Company ID'),
      url: is.link('Profile'),
      name: is.text('Company'),
      industry: is.text('Industry'),
      size: is.text('Size'),
      follower_count: is.count('Followers'),
      website: is.link('Website'),
      location: is.text('Location'),
      image: is.image('Logo'),
      account_id: is.numericId('Account ID'),
      socials: is.list('Social profiles', 'unknown'),
      recent_jobs: is.list('Recent jobs', 'unknown'),
    },
  },
  columns: ['id', 'name', 'industry', 'size', 'follower_count', 'location', 'website', 'recent_jobs', 'url'],
} as const satisfies Operation;
