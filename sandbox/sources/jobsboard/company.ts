// Employers of the Gulf and its neighbours, made from parts; identifiers do not depend on the seed.
import { Random } from '../../data/random';
import { slug } from '../../data/slug';

const names =
  'Al Noor,Gulf Horizon,Desert Rose,Falcon,Al Manara,Pearl Coast,Oasis,Al Waha,Blue Dhow,Sahara,Al Rayan,Crescent,Najd,Levant,Al Safa,Arabian Star,Dune,Palm Line,Al Bustan,Marina Bay'.split(
    ',',
  );

const fields = `
Engineering|Engineering Consultancy|الاستشارات الهندسية|Civil Engineer,Site Manager,Quantity Surveyor
Contracting|Construction|البناء والتشييد|Project Engineer,Safety Officer,Planning Engineer
Hospitality|Hospitality|الضيافة|Front Office Agent,Sous Chef,Guest Relations Officer
Medical Center|Healthcare|الرعاية الصحية|Registered Nurse,General Practitioner,Lab Technician
Technologies|Information Technology|تكنولوجيا المعلومات|Software Engineer,Data Analyst,IT Support Specialist
Trading|Wholesale and Retail|تجارة الجملة والتجزئة|Sales Executive,Storekeeper,Merchandiser
Logistics|Transport and Logistics|النقل والخدمات اللوجستية|Fleet Supervisor,Customs Clerk,Warehouse Manager
Recruitment|Staffing and Recruitment|التوظيف|Recruitment Consultant,HR Officer,Talent Sourcer
Petroleum Services|Oil and Gas|النفط والغاز|Drilling Engineer,HSE Advisor,Process Technician
Education|Education|التعليم|Mathematics Teacher,School Counsellor,Registrar
Capital|Banking and Finance|الخدمات المصرفية والمالية|Relationship Manager,Auditor,Compliance Officer
Real Estate|Real Estate|العقارات|Property Consultant,Leasing Manager,Facility Engineer
`
  .trim()
  .split('\n')
  .map((row) => {
    const [ending = '', en = '', ar = '', jobs = ''] = row.split('|');
    return { ending, en, ar, jobs: jobs.split(',') };
  });

const places = [
  ['Dubai, UAE', 'دبي، الإمارات'],
  ['Abu Dhabi, UAE', 'أبوظبي، الإمارات'],
  ['Sharjah, UAE', 'الشارقة، الإمارات'],
  ['Riyadh, Saudi Arabia', 'الرياض، السعودية'],
  ['Jeddah, Saudi Arabia', 'جدة، السعودية'],
  ['Doha, Qatar', 'الدوحة، قطر'],
  ['Kuwait City, Kuwait', 'مدينة الكويت، الكويت'],
  ['Manama, Bahrain', 'المنامة، البحرين'],
  ['Muscat, Oman', 'مسقط، عمان'],
  ['Amman, Jordan', 'عمّان، الأردن'],
  ['Beirut, Lebanon', 'بيروت، لبنان'],
  ['Cairo, Egypt', 'القاهرة، مصر'],
] as const;

const sizes = ['1-9 Employees', '10-49 Employees', '50-99 Employees', '100-499 Employees', '500+ Employees'];

export interface Company {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly industry: { readonly en: string; readonly ar: string };
  readonly location: { readonly en: string; readonly ar: string };
  readonly size: string | null;
  readonly followers: number;
  readonly website: string | null;
  readonly accountId: number | null;
  readonly socials: readonly string[];
  readonly jobs: readonly { readonly title: string; readonly daysAgo: number }[];
  readonly hasLogo: boolean;
}

export function makeCompanies(seed: number): Map<number, Company> {
  const companies = new Map<number, Company>();
  for (const [i, name] of names.entries()) {
    for (const [j, field] of fields.entries()) {
      const id = 1_500_000 + (i * fields.length + j) * 317;
      const random = Random.of(seed, 'jobsboard', id);
      const full = `${name} ${field.ending}`;
      const short = slug(full);
      const [en, ar] = random.pick(places);
      companies.set(id, {
        id,
        slug: short,
        name: full,
        industry: field,
        location: { en, ar },
        size: random.chance(0.92) ? random.pick(sizes) : null,
        followers: Math.round(random.next() ** 4 * 180_000),
        website: random.chance(0.8) ? `https://www.${short}.example` : null,
        accountId: random.chance(0.9) ? 40_000 + random.int(0, 59_999) : null,
        socials: ['linkedin', 'facebook', 'instagram', 'x']
          .filter(() => random.chance(0.45))
          .map((network) => `https://${network}.example/${short}`),
        jobs: random
          .some(field.jobs, random.int(0, 3))
          .map((title) => ({ title, daysAgo: random.int(0, 28) })),
        hasLogo: random.chance(0.85),
      });
    }
  }
  return companies;
}
