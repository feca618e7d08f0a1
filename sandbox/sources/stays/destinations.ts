// Cities with lodging. One row each: id | name | other names | country | other names | code | region | latitude,longitude |
// euros for a middling night | city tax in euros a person and night, or - | districts | landmarks | airport, its code |
// kinds of lodging that are special to the place | beach or -

const rows = `
-2140479|Amsterdam|Amsterdã|Netherlands|Nederland,Holland|nl|North Holland|52.3731,4.8926|165|3.5|Centrum,Jordaan,De Pijp,Oud-West,Noord|Rijksmuseum,Anne Frank House,Dam Square|Schiphol,AMS|boat|-
-2152403|Rotterdam||Netherlands|Nederland,Holland|nl|South Holland|51.9225,4.4792|118|2.9|Centrum,Kop van Zuid,Delfshaven,Kralingen|Markthal,Erasmus Bridge|Rotterdam The Hague Airport,RTM|boat,cruise|-
-2167973|Lisbon|Lisboa,Lissabon,Lisbonne|Portugal||pt|Lisbon Region|38.7223,-9.1393|120|4|Baixa,Alfama,Chiado,Bairro Alto,Belém|Belém Tower,São Jorge Castle,Rossio|Humberto Delgado Airport,LIS|resort|beach
-2173088|Porto|Oporto|Portugal||pt|Norte|41.1496,-8.6110|98|3|Ribeira,Cedofeita,Foz,Boavista|Dom Luís Bridge,Livraria Lello|Francisco Sá Carneiro Airport,OPO|farm_stay|beach
-1456928|Paris|Parijs,Parigi|France|Frankrijk,Frankreich|fr|Île-de-France|48.8566,2.3522|178|5.2|Le Marais,Montmartre,Saint-Germain,Latin Quarter,Bastille|Eiffel Tower,Louvre,Notre-Dame|Charles de Gaulle Airport,CDG|boat,student_accommodation|-
-1454990|Nice|Nizza|France|Frankrijk,Frankreich|fr|Côte d’Azur|43.7102,7.2620|132|2.6|Vieux Nice,Cimiez,Le Port,Libération|Promenade des Anglais,Castle Hill|Nice Côte d’Azur Airport,NCE|resort,resort_village|beach
-2601889|London|Londen,Londres|United Kingdom|UK,England,Great Britain|gb|Greater London|51.5072,-0.1276|185|-|Westminster,Soho,Kensington,Camden,Shoreditch|Big Ben,Tower Bridge,British Museum|Heathrow Airport,LHR|student_accommodation|-
-2595386|Edinburgh|Edinburg|United Kingdom|UK,Scotland|gb|Lothian|55.9533,-3.1883|140|-|Old Town,New Town,Leith,Stockbridge|Edinburgh Castle,Royal Mile|Edinburgh Airport,EDI|country_house|-
-126693|Rome|Roma,Rom|Italy|Italia,Italië,Italien|it|Lazio|41.9028,12.4964|138|6|Trastevere,Monti,Prati,Centro Storico,Testaccio|Colosseum,Trevi Fountain,Vatican Museums|Fiumicino Airport,FCO|farm_stay|-
-132007|Venice|Venezia,Venetië,Venedig|Italy|Italia,Italië,Italien|it|Veneto|45.4408,12.3155|172|4.5|San Marco,Cannaregio,Dorsoduro,Castello|Rialto Bridge,St Mark’s Basilica|Marco Polo Airport,VCE|boat,campground|-
-372490|Barcelona|Barcelone|Spain|España,Spanje,Spanien|es|Catalonia|41.3874,2.1686|148|4|Gothic Quarter,Eixample,Gràcia,El Born,Barceloneta|Sagrada Família,Park Güell,La Rambla|El Prat Airport,BCN|cruise|beach
-390625|Madrid||Spain|España,Spanje,Spanien|es|Community of Madrid|40.4168,-3.7038|122|-|Sol,Malasaña,Chueca,Salamanca|Prado Museum,Plaza Mayor|Barajas Airport,MAD|student_accommodation|-
-1746443|Berlin|Berlijn|Germany|Deutschland,Duitsland|de|Berlin Region|52.5200,13.4050|115|-|Mitte,Kreuzberg,Prenzlauer Berg,Charlottenburg,Friedrichshain|Brandenburg Gate,Museum Island,Alexanderplatz|Brandenburg Airport,BER|boat,student_accommodation|-
-1829149|Munich|München|Germany|Deutschland,Duitsland|de|Bavaria|48.1351,11.5820|142|-|Altstadt,Schwabing,Haidhausen,Maxvorstadt|Marienplatz,Olympiapark|Munich Airport,MUC|chalet,campground|-
-1995499|Vienna|Wien,Wenen,Vienne|Austria|Österreich,Oostenrijk|at|Vienna Region|48.2082,16.3738|125|2.5|Innere Stadt,Leopoldstadt,Neubau,Mariahilf|Schönbrunn Palace,St Stephen’s Cathedral|Vienna Airport,VIE|chalet|-
-553173|Prague|Praha,Praag,Prag|Czech Republic|Czechia,Tsjechië|cz|Bohemia|50.0755,14.4378|96|2|Old Town,Malá Strana,Vinohrady,Žižkov|Charles Bridge,Prague Castle|Václav Havel Airport,PRG|boat|-
-2554935|Zurich|Zürich|Switzerland|Schweiz,Suisse,Zwitserland|ch|Canton of Zurich|47.3769,8.5417|198|3.5|Altstadt,Seefeld,Zürich West,Oerlikon|Bahnhofstrasse,Grossmünster|Zurich Airport,ZRH|chalet,lodge|-
-850553|Budapest|Boedapest|Hungary|Magyarország,Hongarije|hu|Central Hungary|47.4979,19.0402|88|-|Belváros,Erzsébetváros,Buda Castle,Terézváros|Hungarian Parliament,Széchenyi Baths|Ferenc Liszt Airport,BUD|boat,cruise|-
-2745636|Copenhagen|København,Kopenhagen|Denmark|Danmark,Denemarken|dk|Zealand|55.6761,12.5683|168|-|Indre By,Nyhavn,Vesterbro,Nørrebro|Tivoli Gardens,The Little Mermaid|Kastrup Airport,CPH|boat|beach
-2524279|Stockholm||Sweden|Sverige,Zweden|se|Stockholm County|59.3293,18.0686|138|-|Gamla Stan,Södermalm,Östermalm,Norrmalm|Vasa Museum,Royal Palace|Arlanda Airport,ARN|boat|-
-814876|Athens|Athina,Athene,Athen|Greece|Griekenland,Hellas|gr|Attica|37.9838,23.7275|104|4|Plaka,Monastiraki,Koukaki,Kolonaki|Acropolis,Syntagma Square|Athens Airport,ATH|resort|beach
-755070|Istanbul|İstanbul,Istanboel|Turkey|Türkiye,Turkije|tr|Marmara|41.0082,28.9784|92|-|Sultanahmet,Beyoğlu,Kadıköy,Beşiktaş|Hagia Sophia,Grand Bazaar,Galata Tower|Istanbul Airport,IST|cruise|-
-1502554|Dublin|Baile Átha Cliath|Ireland|Éire,Ierland|ie|Leinster|53.3498,-6.2603|158|-|Temple Bar,Docklands,Ballsbridge,Smithfield|Trinity College,Guinness Storehouse|Dublin Airport,DUB|student_accommodation,farm_stay|-
-1955538|Brussels|Bruxelles,Brussel|Belgium|België,Belgique|be|Brussels Region|50.8503,4.3517|112|4.2|Grand Place,Ixelles,Sablon,European Quarter|Atomium,Manneken Pis|Brussels Airport,BRU|boat|-
-246227|Tokyo|東京,Tokio|Japan|日本|jp|Kanto|35.6762,139.6503|128|1.2|Shinjuku,Shibuya,Asakusa,Ginza,Ueno|Tokyo Tower,Senso-ji,Shibuya Crossing|Haneda Airport,HND|ryokan,capsule_hotel,love_hotel|-
-235402|Kyoto|京都|Japan|日本|jp|Kansai|35.0116,135.7681|136|1.5|Gion,Higashiyama,Kawaramachi,Arashiyama|Fushimi Inari,Kinkaku-ji|Itami Airport,ITM|ryokan,capsule_hotel|-
-1353149|Hong Kong|香港,Hongkong|Hong Kong SAR|HK|hk|Hong Kong Region|22.3193,114.1694|142|-|Tsim Sha Tsui,Central,Causeway Bay,Mong Kok,Wan Chai|Victoria Peak,Avenue of Stars|Chek Lap Kok,HKG|love_hotel,boat|beach
-73635|Singapore|新加坡,Singapur|Singapore Republic|SG|sg|Singapore Region|1.3521,103.8198|172|-|Marina Bay,Chinatown,Orchard,Little India|Gardens by the Bay,Merlion|Changi Airport,SIN|capsule_hotel,resort|beach
-3414440|Bangkok|กรุงเทพ,Krung Thep|Thailand||th|Central Thailand|13.7563,100.5018|62|-|Sukhumvit,Silom,Khao San,Riverside|Grand Palace,Wat Arun|Suvarnabhumi Airport,BKK|capsule_hotel,resort|-
-782831|Dubai|دبي,Dubaj|United Arab Emirates|UAE,Emirates|ae|Dubai Emirate|25.2048,55.2708|155|3.8|Downtown,Dubai Marina,Deira,Jumeirah,Palm Jumeirah|Burj Khalifa,Dubai Mall|Dubai International,DXB|resort,luxury_tent,villa|beach
20088325|New York|New York City,NYC,Nueva York|United States|USA,US,America|us|New York State|40.7128,-74.0060|238|3.2|Manhattan,Midtown,Brooklyn,Harlem,Chelsea|Times Square,Central Park,Empire State Building|John F. Kennedy Airport,JFK|motel|-
-38833|Marrakech|Marrakesh,مراكش|Morocco|Maroc,Marokko|ma|Marrakesh-Safi|31.6295,-7.9811|82|2.5|Medina,Gueliz,Hivernage,Palmeraie|Jemaa el-Fna,Majorelle Garden|Menara Airport,RAK|riad,luxury_tent,resort|-
-1603135|Sydney|Sidney|Australia|Australië|au|New South Wales|-33.8688,151.2093|158|-|The Rocks,Darling Harbour,Bondi,Surry Hills|Opera House,Harbour Bridge|Kingsford Smith Airport,SYD|campground,lodge|beach
-2699478|Ubud|Bali|Indonesia||id|Bali Island|-8.5069,115.2625|58|-|Ubud Centre,Penestanan,Tegallalang,Nyuh Kuning|Monkey Forest,Tegallalang Terraces|Ngurah Rai Airport,DPS|resort,villa,homestay,resort_village|-
`;

export interface Part {
  readonly id: number;
  readonly name: string;
}

export interface Destination {
  readonly id: number;
  readonly name: string;
  readonly otherNames: readonly string[];
  readonly country: string;
  readonly countryNames: readonly string[];
  readonly countryCode: string;
  readonly region: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Euros for a middling room in a middling season. */
  readonly level: number;
  readonly taxPerPersonNight: number | null;
  readonly districts: readonly Part[];
  readonly landmarks: readonly Part[];
  /** Four quarters of the city, by compass. */
  readonly subDestinations: readonly Part[];
  readonly airport: Part & { readonly code: string };
  readonly special: readonly string[];
  readonly isCoastal: boolean;
}

const listOf = (text: string): string[] => (text === '' ? [] : text.split(','));

export const destinations: readonly Destination[] = rows
  .trim()
  .split('\n')
  .map((row, index) => {
    const [
      id = '',
      name = '',
      others = '',
      country = '',
      countryOthers = '',
      code = '',
      region = '',
      ...rest
    ] = row.split('|');
    const [
      place = '',
      level = '',
      tax = '-',
      districts = '',
      landmarks = '',
      airport = '',
      special = '',
      beach = '-',
    ] = rest;
    const [latitude = 0, longitude = 0] = place.split(',').map(Number);
    const parts = (names: readonly string[], from: number): Part[] =>
      names.map((each, i) => ({ id: from + index * 10 + i, name: each }));
    const [airportName = '', airportCode = ''] = airport.split(',');
    return {
      id: Number(id),
      name,
      otherNames: listOf(others),
      country,
      countryNames: [country, ...listOf(countryOthers)],
      countryCode: code,
      region,
      latitude,
      longitude,
      level: Number(level),
      taxPerPersonNight: tax === '-' ? null : Number(tax),
      districts: parts(listOf(districts), 1000),
      landmarks: parts(listOf(landmarks), 3000),
      subDestinations: parts(
        ['North', 'East', 'South', 'West'].map((side) => `${name} ${side}`),
        5000,
      ),
      airport: { id: 7000 + index, name: airportName, code: airportCode },
      special: listOf(special),
      isCoastal: beach === 'beach',
    };
  });
