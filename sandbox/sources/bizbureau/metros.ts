// US metropolitan areas: bureau | state | telephone area code | towns as `name ZIP latitude longitude`.

const rows = `
Heart of Texas|TX|512|Austin 78701 30.27 -97.74;Round Rock 78664 30.51 -97.68;Cedar Park 78613 30.51 -97.82;San Marcos 78666 29.88 -97.94
Greater Houston|TX|713|Houston 77002 29.76 -95.37;Pasadena 77506 29.69 -95.21;Sugar Land 77478 29.62 -95.63;The Woodlands 77380 30.16 -95.46
North Central Texas|TX|214|Dallas 75201 32.78 -96.80;Plano 75023 33.02 -96.70;Fort Worth 76102 32.76 -97.33;Irving 75061 32.81 -96.95
Great West|CO|303|Denver 80202 39.74 -104.99;Aurora 80012 39.73 -104.83;Boulder 80302 40.01 -105.27;Colorado Springs 80903 38.83 -104.82
Northwest|WA|206|Seattle 98101 47.61 -122.33;Bellevue 98004 47.61 -122.20;Tacoma 98402 47.25 -122.44;Everett 98201 47.98 -122.20
Northwest Oregon|OR|503|Portland 97204 45.52 -122.68;Beaverton 97005 45.49 -122.80;Salem 97301 44.94 -123.04
Golden Gate|CA|415|San Francisco 94103 37.77 -122.42;Oakland 94607 37.80 -122.27;San Jose 95113 37.34 -121.89;Berkeley 94704 37.87 -122.27
Los Angeles|CA|213|Los Angeles 90012 34.05 -118.24;Long Beach 90802 33.77 -118.19;Pasadena 91101 34.15 -118.14;Anaheim 92805 33.84 -117.91
Pacific Southwest|CA|619|San Diego 92101 32.72 -117.16;Chula Vista 91910 32.64 -117.08;Oceanside 92054 33.20 -117.38
Pacific Southwest Arizona|AZ|602|Phoenix 85004 33.45 -112.07;Mesa 85201 33.42 -111.83;Scottsdale 85251 33.49 -111.93;Tempe 85281 33.43 -111.94
Southern Nevada|NV|702|Las Vegas 89101 36.17 -115.14;Henderson 89015 36.04 -114.98
Utah|UT|801|Salt Lake City 84101 40.76 -111.89;Provo 84601 40.23 -111.66;Ogden 84401 41.22 -111.97
Chicago and Northern Illinois|IL|312|Chicago 60601 41.88 -87.63;Naperville 60540 41.75 -88.15;Evanston 60201 42.05 -87.69;Aurora 60505 41.76 -88.32
Minnesota and North Dakota|MN|612|Minneapolis 55401 44.98 -93.27;Saint Paul 55101 44.95 -93.09;Bloomington 55420 44.84 -93.30
Eastern Michigan|MI|313|Detroit 48226 42.33 -83.05;Ann Arbor 48104 42.28 -83.74;Troy 48084 42.61 -83.15
Central Ohio|OH|614|Columbus 43215 39.96 -83.00;Dublin 43017 40.10 -83.11;Westerville 43081 40.13 -82.93
Metro Atlanta|GA|404|Atlanta 30303 33.75 -84.39;Marietta 30060 33.95 -84.55;Decatur 30030 33.77 -84.30;Alpharetta 30009 34.08 -84.29
Southeast Florida|FL|305|Miami 33130 25.77 -80.19;Fort Lauderdale 33301 26.12 -80.14;Boca Raton 33432 26.35 -80.09
West Florida|FL|813|Tampa 33602 27.95 -82.46;Clearwater 33755 27.97 -82.80;Orlando 32801 28.54 -81.38
Southern Piedmont|NC|704|Charlotte 28202 35.23 -80.84;Concord 28025 35.41 -80.58;Gastonia 28052 35.26 -81.19
Middle Tennessee|TN|615|Nashville 37203 36.16 -86.78;Franklin 37064 35.93 -86.87;Murfreesboro 37130 35.85 -86.39
Metro Washington|VA|703|Arlington 22201 38.88 -77.10;Alexandria 22314 38.80 -77.05;Fairfax 22030 38.85 -77.31
Metropolitan New York|NY|212|New York 10001 40.71 -74.01;Brooklyn 11201 40.69 -73.99;Yonkers 10701 40.93 -73.90;White Plains 10601 41.03 -73.76
Eastern Massachusetts|MA|617|Boston 02108 42.36 -71.06;Cambridge 02139 42.37 -71.11;Quincy 02169 42.25 -71.00;Worcester 01608 42.26 -71.80
`;

export interface Town {
  readonly name: string;
  readonly zip: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface Metro {
  readonly bureau: string;
  readonly state: string;
  readonly areaCode: string;
  readonly towns: readonly Town[];
}

export const metros: readonly Metro[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [bureau = '', state = '', areaCode = '', towns = ''] = row.split('|');
    return {
      bureau,
      state,
      areaCode,
      towns: towns.split(';').map((town) => {
        const [, name = '', zip = '', latitude = '', longitude = ''] =
          /^(.+) (\d{5}) (\S+) (\S+)$/.exec(town) ?? [];
        return { name, zip, latitude: Number(latitude), longitude: Number(longitude) };
      }),
    };
  });

export const stateNames: Readonly<Record<string, string>> = {
  TX: 'Texas',
  CO: 'Colorado',
  WA: 'Washington',
  OR: 'Oregon',
  CA: 'California',
  AZ: 'Arizona',
  NV: 'Nevada',
  UT: 'Utah',
  IL: 'Illinois',
  MN: 'Minnesota',
  MI: 'Michigan',
  OH: 'Ohio',
  GA: 'Georgia',
  FL: 'Florida',
  NC: 'North Carolina',
  TN: 'Tennessee',
  VA: 'Virginia',
  NY: 'New York',
  MA: 'Massachusetts',
};
