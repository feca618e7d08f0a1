// Middle-East job board: one company's profile.
import * as is from '../table/field';
import type { Operation, Guide, HistoryFactsOf } from '../table/operation';
import * as take from '../table/parameter';
import { timeout } from '../table/parameter';

export const jobsboard = {
  id: 'jobsboard',
  function: 'JOBSBOARD.COMPANY',
  title: 'Company profile',
  method: 'POST',
  path: '/api/jobsboard/companies',
  price: { credits: 5 },
  params: {
    company: take.text('Search', 'Company', { required: true, minLength: 1 }),
    language: take.text('Search', 'Language', { minLength: 1, example: 'en', code: true }),
    timeout,
  },
  positional: ['company', 'language'],
  lookup: 'company',
  results: 'one',
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

/** Help texts and examples for the company profile. */
export const jobsboardGuide: Guide<keyof typeof jobsboard.params> = {
  summary: 'Returns the profile of a company on a Middle East job board, one row per company.',
  help: {
    company: 'Company ID or profile URL, or a range of them.',
    language: 'Language code of the profile, such as en.',
  },
  examples: [
    { formula: '=JOBSBOARD.COMPANY(A2:A20)', says: 'One row for each company ID or profile URL in A2:A20.' },
    {
      formula: '=JOBSBOARD.COMPANY(A2,"en","follower_count")',
      says: 'The number of followers of one company as a single value.',
      cells: { A2: '1500000' },
    },
    {
      formula: '=JOBSBOARD.COMPANY(A2:A5,,"columns=name,industry,socials.0 as First social; transpose=yes")',
      says: 'Companies side by side, one per column.',
    },
    {
      formula: '=JOBSBOARD.COMPANY(A2:A5,B2:B5,"columns=name,location")',
      says: 'Each company in A2:A5 in the language beside it, with both in the first columns.',
    },
  ],
  unavailable:
    'The company profile is unavailable. The ID or URL may be wrong, or the profile may be private or removed.',
  assumptions: {
    'company text': {
      open: 'The field name of the company’s About text.',
      assumed:
        'Fields that Spillway does not know are kept. You can name them as columns in quotes, and `*` shows them.',
      change: "columns=name,'about' (or the name the service uses).",
    },
  },
  picks: { company: { value: 'id', label: 'name' } },
  codes: [
    { code: 'company', from: 'The number in the URL of the company’s profile, or the URL itself.' },
    { code: 'language', from: 'The service documents one value, en, and publishes no list.' },
  ],
};

/** What is followed of a company on the job board. */
export const jobsboardHistory: HistoryFactsOf<typeof jobsboard> = {
  identity: 'id',
  label: 'name',
  comparable: [],
  followed: ['follower_count', 'size'],
};
