// Hong Kong estates. One row each: code | English | Chinese | district English | district Chinese | street English |
// street Chinese | developer | MTR English | MTR Chinese | mall or - | phases,towers,flats | price per sq ft |
// primary school net | secondary district | latitude,longitude

const rows = `
TKS|Taikoo Shing|太古城|Quarry Bay|鰂魚涌|Taikoo Shing Road|太古城道|Swire Properties|Tai Koo|太古|Cityplaza|8,61,12698|15400|14|Eastern|22.2862,114.2178
MFS|Mei Foo Sun Chuen|美孚新邨|Lai Chi Kok|荔枝角|Broadway Street|百老匯街|Mobil Estates|Mei Foo|美孚|-|8,99,13149|11200|40|Sham Shui Po|22.3369,114.1404
COS|City One Shatin|沙田第一城|Sha Tin|沙田|Tak Kin Street|德健街|Henderson Land|City One|第一城|City One Plaza|7,52,10642|13100|91|Sha Tin|22.3870,114.2036
KWV|Kingswood Villas|嘉湖山莊|Tin Shui Wai|天水圍|Tin Yiu Road|天耀路|CK Asset|Tin Shui Wai|天水圍|T Town|7,58,15880|8300|72|Yuen Long|22.4567,114.0024
WPG|Whampoa Garden|黃埔花園|Hung Hom|紅磡|Tak Fung Street|德豐街|Hutchison Whampoa|Whampoa|黃埔|The Whampoa|12,88,10431|13900|35|Kowloon City|22.3047,114.1901
SHZ|South Horizons|海怡半島|Ap Lei Chau|鴨脷洲|South Horizons Drive|海怡路|CK Asset|South Horizons|海怡半島|Marina Square|4,34,9812|13200|18|Southern|22.2427,114.1488
LGC|Laguna City|麗港城|Lam Tin|藍田|Laguna Street|麗港街|CK Asset|Lam Tin|藍田|Laguna Plaza|4,38,8072|11600|48|Kwun Tong|22.3047,114.2296
KRN|Kornhill|康怡花園|Quarry Bay|鰂魚涌|Kornhill Road|康山道|Hang Lung|Tai Koo|太古|Kornhill Plaza|3,32,6648|14800|14|Eastern|22.2840,114.2160
AMG|Amoy Gardens|淘大花園|Ngau Tau Kok|牛頭角|Ngau Tau Kok Road|牛頭角道|Hang Lung|Kowloon Bay|九龍灣|Amoy Plaza|3,19,4896|12600|46|Kwun Tong|22.3236,114.2170
TFG|Telford Gardens|德福花園|Kowloon Bay|九龍灣|Wai Yip Street|偉業街|Hang Lung|Kowloon Bay|九龍灣|Telford Plaza|1,41,4992|12900|46|Kwun Tong|22.3229,114.2132
DBY|Discovery Bay|愉景灣|Discovery Bay|愉景灣|Discovery Bay Road|愉景灣道|HKR International|-|-|D'Deck|20,100,8500|7900|98|Islands|22.2930,114.0150
LHP|LOHAS Park|日出康城|Tseung Kwan O|將軍澳|LOHAS Park Road|康城路|MTR Corporation|LOHAS Park|康城|The LOHAS|13,50,25500|12700|95|Sai Kung|22.2955,114.2690
MTC|Metro City|新都城|Tseung Kwan O|將軍澳|Yan King Road|欣景路|Henderson Land|Po Lam|寶琳|MCP Central|3,21,6768|13300|95|Sai Kung|22.3228,114.2580
TKP|Tseung Kwan O Plaza|將軍澳廣場|Tseung Kwan O|將軍澳|Tong Tak Street|唐德街|Nan Fung|Tseung Kwan O|將軍澳|TKO Plaza|2,8,2880|14100|95|Sai Kung|22.3080,114.2600
FVC|Festival City|名城|Tai Wai|大圍|Mei Tin Road|美田路|CK Asset|Tai Wai|大圍|The Wai|3,12,4264|16900|88|Sha Tin|22.3727,114.1790
BCH|The Belcher's|寶翠園|Kennedy Town|堅尼地城|Pok Fu Lam Road|薄扶林道|Shun Tak|HKU|香港大學|The Westwood|2,6,2213|20500|11|Central and Western|22.2857,114.1340
ILR|Island Resort|藍灣半島|Siu Sai Wan|小西灣|Siu Sai Wan Road|小西灣道|Sino Land|-|-|Island Resort Mall|1,9,3098|12300|16|Eastern|22.2650,114.2520
HFC|Heng Fa Chuen|杏花邨|Chai Wan|柴灣|Shing Tai Road|盛泰道|MTR Corporation|Heng Fa Chuen|杏花邨|Paradise Mall|6,48,6504|13000|16|Eastern|22.2760,114.2400
TVD|Tierra Verde|盈翠半島|Tsing Yi|青衣|Tsing King Road|青敬路|CK Asset|Tsing Yi|青衣|Maritime Square|2,12,3500|13500|66|Kwai Tsing|22.3590,114.1080
CBC|Caribbean Coast|映灣園|Tung Chung|東涌|Kin Tung Road|健東路|CK Asset|Tung Chung|東涌|Citygate|4,13,5336|10100|98|Islands|22.2890,113.9450
SCW|Sceneway Garden|匯景花園|Lam Tin|藍田|Sceneway Road|匯景道|CK Asset|Lam Tin|藍田|Sceneway Plaza|1,17,4112|12100|48|Kwun Tong|22.3080,114.2330
LKW|Lei King Wan|鯉景灣|Sai Wan Ho|西灣河|Tai On Street|太安街|Hang Lung|Sai Wan Ho|西灣河|-|1,17,2295|14200|14|Eastern|22.2850,114.2220
IHV|Island Harbourview|維港灣|Tai Kok Tsui|大角咀|Hoi Fai Road|海輝道|Sino Land|Olympic|奧運|Olympian City|1,9,2314|17200|32|Yau Tsim Mong|22.3190,114.1590
PAV|Park Avenue|柏景灣|Tai Kok Tsui|大角咀|Hoi Ting Road|海庭道|Sino Land|Olympic|奧運|Olympian City|1,6,1592|16800|32|Yau Tsim Mong|22.3170,114.1630
NFS|Nan Fung Sun Chuen|南豐新邨|Quarry Bay|鰂魚涌|Greig Road|基利路|Nan Fung|Quarry Bay|鰂魚涌|-|1,12,2826|12800|14|Eastern|22.2830,114.2120
RVG|Riviera Gardens|海濱花園|Tsuen Wan|荃灣|Wing Shun Street|永順街|New World|Tsuen Wan West|荃灣西|Riviera Plaza|1,20,5936|11000|62|Tsuen Wan|22.3660,114.1150
BVG|Belvedere Garden|麗城花園|Tsuen Wan|荃灣|Castle Peak Road|青山公路|CK Asset|Tsuen Wan West|荃灣西|Belvedere Square|3,19,6016|10600|62|Tsuen Wan|22.3680,114.1060
TPC|Tai Po Centre|大埔中心|Tai Po|大埔|On Chee Road|安慈路|Sun Hung Kai|Tai Po Market|大埔墟|Tai Po Mega Mall|6,22,4544|11800|84|Tai Po|22.4510,114.1690
UTP|Uptown Plaza|新達廣場|Tai Po|大埔|Nam Wan Road|南運路|Sun Hung Kai|Tai Po Market|大埔墟|Uptown Plaza|1,5,1328|12000|84|Tai Po|22.4450,114.1700
TMT|Tuen Mun Town Plaza|屯門市廣場|Tuen Mun|屯門|Tuen Shun Street|屯順街|Sino Land|Tuen Mun|屯門|tmtplaza|2,8,2000|11500|71|Tuen Mun|22.3930,113.9760
SRT|Sorrento|擎天半島|Tsim Sha Tsui|尖沙咀|Austin Road West|柯士甸道西|Wharf|Kowloon|九龍|Elements|2,5,2126|20100|31|Yau Tsim Mong|22.3050,114.1610
HBS|The Harbourside|君臨天下|Tsim Sha Tsui|尖沙咀|Austin Road West|柯士甸道西|Hang Lung|Kowloon|九龍|Elements|1,3,1122|25800|31|Yau Tsim Mong|22.3030,114.1600
BYG|Banyan Garden|泓景臺|Cheung Sha Wan|長沙灣|Lai Chi Kok Road|荔枝角道|CK Asset|Lai Chi Kok|荔枝角|Banyan Mall|1,7,2528|14400|40|Sham Shui Po|22.3340,114.1490
AQM|Aqua Marine|碧海藍天|Cheung Sha Wan|長沙灣|Sham Shing Road|深盛路|CK Asset|Nam Cheong|南昌|-|1,5,1616|14900|40|Sham Shui Po|22.3290,114.1500
RAS|Royal Ascot|駿景園|Fo Tan|火炭|Tsun King Road|駿景路|Sun Hung Kai|Fo Tan|火炭|Royal Ascot Plaza|2,10,2504|12500|91|Sha Tin|22.3970,114.1970
BLA|Residence Bel-Air|貝沙灣|Pok Fu Lam|薄扶林|Bel-Air Avenue|貝沙灣道|PCPD|-|-|-|6,19,2800|22400|18|Southern|22.2560,114.1300
`;

export interface Estate {
  readonly code: string;
  readonly name: Bilingual;
  readonly district: Bilingual;
  readonly street: Bilingual;
  readonly developer: string;
  readonly mtr: Bilingual | null;
  readonly mall: string | null;
  readonly phases: number;
  readonly towers: number;
  readonly flats: number;
  readonly pricePerSqft: number;
  readonly primaryNet: string;
  readonly secondaryDistrict: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface Bilingual {
  readonly en: string;
  readonly zh: string;
}

export const estates: readonly Estate[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [code = '', en = '', zh = '', den = '', dzh = '', sen = '', szh = '', developer = '', ...rest] =
      row.split('|');
    const [men = '-', mzh = '-', mall = '-', sizes = '', psf = '', net = '', secondary = '', place = ''] =
      rest;
    const [phases = 1, towers = 1, flats = 1] = sizes.split(',').map(Number);
    const [latitude = 0, longitude = 0] = place.split(',').map(Number);
    return {
      code,
      name: { en, zh },
      district: { en: den, zh: dzh },
      street: { en: sen, zh: szh },
      developer,
      mtr: men === '-' ? null : { en: men, zh: mzh },
      mall: mall === '-' ? null : mall,
      phases,
      towers,
      flats,
      pricePerSqft: Number(psf),
      primaryNet: net,
      secondaryDistrict: secondary,
      latitude,
      longitude,
    };
  });
