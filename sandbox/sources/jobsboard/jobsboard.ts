// Company profiles, by number or by the address of the profile. The document mentions an About text and not its field:
// it comes as `about` here, unknown to the table, so that a client proves it keeps what it does not know.
import type { OperationRecord } from '../../../src/operations';
import { drift, isoDay } from '../../data/day';
import { Problem } from '../../contract/problem';
import type { Source, SourceContext } from '../../contract/source';
import { makeCompanies, type Company } from './company';

const site = 'https://www.jobsboard.example';

export function jobsboardSource(seed: number): Source<'jobsboard'> {
  const companies = makeCompanies(seed);
  return {
    size: companies.size,
    records({ company = '', language = 'en' }, context) {
      const id = companyId(company.trim());
      if (id === undefined)
        throw new Problem(400, 'company is neither a company ID nor the URL of a company profile.');
      const found = companies.get(id);
      if (!found) throw new Problem(412, `No company has the ID ${id}.`);
      return [profileOf(seed, found, /^ar\b/i.test(language) ? 'ar' : 'en', context)];
    },
  };
}

/** `1500000`, or an address that ends in `…-1500000`. */
function companyId(text: string): number | undefined {
  const digits =
    /^\d{1,12}$/.exec(text)?.[0] ??
    /^https?:\/\/[^/]*jobsboard[^/]*\/\S*?-?(\d{1,12})\/?(?:[?#]\S*)?$/i.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function profileOf(
  seed: number,
  company: Company,
  lang: 'en' | 'ar',
  { day, image }: SourceContext,
): OperationRecord<'jobsboard'> & { about: string | null } {
  const { id } = company;
  const page = `${site}/${lang}/company/${company.slug}-${id}`;
  const about = `${company.name} works in ${company.industry.en.toLowerCase()} from ${company.location.en}. The company serves clients across the region and hires people of many nationalities.`;
  return {
    '@type': 'JobsboardCompany',
    id,
    url: `${page}/`,
    name: company.name,
    industry: company.industry[lang],
    size: company.size,
    follower_count: Math.round(company.followers * drift(seed, id, day, 0.01)),
    website: company.website,
    location: company.location[lang],
    image: company.hasLogo ? image('jobsboard', id) : null,
    account_id: company.accountId,
    socials: [...company.socials],
    recent_jobs: company.jobs.map(({ title, daysAgo }, n) => ({
      title,
      location: company.location[lang],
      posted_at: isoDay(day - daysAgo),
      url: `${page}/jobs/${id * 10 + n}`,
    })),
    about: company.jobs.length === 0 && company.socials.length === 0 ? null : about,
  };
}
