// Inputs that work, or fail in a known way, with any seed: for the playground's tour, the documentation and the tests.

export const samples = {
  keys: {
    large: 'sandbox-large',
    tiny: 'sandbox-tiny',
    mcpOnly: 'sandbox-mcp',
    expired: 'sandbox-expired',
    poor: 'sandbox-poor',
    two: 'sandbox-two',
    twoSpare: 'sandbox-two-spare',
  },
  ruretail: {
    queries: ['iphone', 'samsung tv', 'ssd', 'ноутбук', 'наушники', 'кофемашина', 'playstation'],
    cities: ['msk_cl', 'sandbox_spb', 'sandbox_nsk', 'sandbox_ekb', 'sandbox_kzn', 'sandbox_krd'],
    brands: ['Apple', 'Samsung', 'Xiaomi', 'LG', 'Sony', 'Kingston'],
    /** `property:value`, as key_properties names them. */
    filters: ['Цвет:Black', 'Объём накопителя:1TB'],
    unknownCity: 'xxx_cl',
    unknownBrand: 'Nobrand',
    filterNotApplied: 'Цвет:полосатый',
    nothing: 'qwertyzxcv',
    /** No letter and no digit: 412. */
    noContainer: '???',
  },
  hkproperty: {
    units: [
      'TKS-01-12-B',
      'MFS-01-12-B',
      'COS-01-12-B',
      'KWV-01-12-B',
      'WPG-01-12-B',
      'SHZ-01-12-B',
      'LGC-01-12-B',
      'KRN-01-12-B',
      'AMG-01-12-B',
      'DBY-01-12-B',
      'LHP-01-12-B',
      'BCH-01-12-B',
    ],
    /** Well formed, but no valuation: 412. */
    withoutValuation: 'TKS-99-99-H',
    /** Not a reference number: 400. */
    malformed: 'flat twelve',
  },
  bizbureau: {
    keywords: ['roofing', 'plumber', 'electrician', 'dentist', 'coffee'],
    locations: ['Austin, TX', 'Denver, CO', '78701', 'Seattle, WA', 'Texas'],
    nothing: 'qwertyzxcv',
  },
  nlretail: {
    keywords: ['koffiemachine', 'airfryer', 'lego', 'fiets', 'ssd', 'laptop'],
    nothing: 'qwertyzxcv',
  },
  jobsboard: {
    companies: ['1500000', '1500317', '1500634', '1503804', '1507608'],
    urls: ['https://www.jobsboard.example/en/company/al-noor-engineering-1500000/'],
    /** Well formed, but does not exist: 412. */
    nonexistent: '42',
    /** Neither a number nor a profile's address: 400. */
    malformed: 'Al Noor',
  },
  stays: {
    destinations: [
      'Amsterdam',
      'Lisbon',
      'Paris',
      'London',
      'Rome',
      'Barcelona',
      'Berlin',
      'Vienna',
      'Prague',
      'Tokyo',
      'Hong Kong',
      'Dubai',
      'New York',
    ],
    destinationIds: { Amsterdam: -2140479, Lisbon: -2167973, Paris: -1456928, 'New York': 20088325 },
    districtIds: { Centrum: 1000, Jordaan: 1001 },
    landmarkIds: { Rijksmuseum: 3000, 'Anne Frank House': 3001 },
    subDestinationIds: { 'Amsterdam North': 5000, 'Amsterdam East': 5001 },
    brandIds: { 'Harbour & Co': 1001, Northline: 1002 },
    unknownDestination: 'Atlantis',
    unknownDestinationId: 1,
  },
} as const;
