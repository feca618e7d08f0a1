// What the Dutch shop sells. One row each: path of categories | other words | brands | series | variants | price.

const rows = `
Wonen & Koken>Koffie & Thee>Koffiemachines|koffiemachine koffiezetapparaat espresso coffee machine volautomaat|Philips,De'Longhi,Siemens,Krups,Jura,Melitta|LatteGo 3300,Magnifica Evo,Essenza Mini,Barista TS,Original|zwart,zilver,wit|349
Wonen & Koken>Koken>Airfryers|airfryer heteluchtfriteuse friteuse air fryer|Philips,Ninja,Tefal,Inventum,Princess,Cosori|Airfryer XXL,Airfryer Dual,Airfryer Essential,Airfryer Compact|4,2 L,6,2 L,7,6 L|129
Wonen & Koken>Koken>Waterkokers|waterkoker kettle|Philips,Russell Hobbs,SMEG,Bosch|Daily,Retro,Glass,Comfort|1,5 L,1,7 L|49
Wonen & Koken>Koken>Pannen|pannenset koekenpan pan cookware|BK,Tefal,Greenpan,Le Creuset|Koekenpan Easy Induction,Pannenset Q-linair,Braadpan Signature|20 cm,24 cm,28 cm|69
Wonen & Koken>Koken>Blenders|blender mixer smoothie|Philips,Ninja,KitchenAid,Bosch|Blender Pro,Staafmixer,Smoothie Maker|zwart,rood|89
Wonen & Koken>Schoonmaken>Stofzuigers|stofzuiger vacuum steelstofzuiger robotstofzuiger|Dyson,Philips,Bosch,Miele,iRobot|Steelstofzuiger V12,Robotstofzuiger i5,Compact C2,Serie 4|basis,plus|279
Elektronica>Telefonie>Smartphones|smartphone telefoon mobiel phone iphone galaxy|Apple,Samsung,Google,Motorola,OnePlus|15,16,S25,A56,Pixel 9,Edge 50|128 GB,256 GB|599
Elektronica>Televisie>Televisies|televisie tv smart oled qled|Samsung,LG,Philips,Sony,TCL|Crystal UHD,OLED,QLED,Ambilight|43 inch,55 inch,65 inch|699
Elektronica>Audio>Koptelefoons|koptelefoon oordopjes headphones draadloos oortjes|Sony,JBL,Bose,Sennheiser,Apple|WH-1000XM5,Tune 520BT,QuietComfort,Momentum 4,AirPods|zwart,wit,blauw|149
Elektronica>Audio>Speakers|speaker bluetooth luidspreker|JBL,Sonos,Bose,Marshall|Flip 6,Era 100,SoundLink Flex,Emberton|zwart,wit|179
Elektronica>Computer>Laptops|laptop notebook computer|Apple,HP,Lenovo,ASUS,Acer|MacBook Air,Pavilion 15,IdeaPad Slim 3,VivoBook 15,Aspire 3|8 GB,16 GB|749
Elektronica>Computer>Opslag|ssd externe harde schijf usb geheugen|Samsung,SanDisk,Crucial,WD|990 PRO SSD,Extreme Portable SSD,MX500 SSD,Ultra USB|500 GB,1 TB,2 TB|89
Elektronica>Gaming>Consoles en games|playstation xbox nintendo switch game console|Sony,Nintendo,Microsoft|PlayStation 5,Switch OLED,Xbox Series S,DualSense controller|standaard,bundel|299
Speelgoed>Bouwen>LEGO|lego bouwset speelgoed|LEGO|Technic Raceauto,City Politiebureau,Star Wars X-wing,Friends Huis,Creator Bloemen,Harry Potter Kasteel,Icons Piano|klein,groot|59
Speelgoed>Spellen>Bordspellen|bordspel gezelschapsspel spel game|999 Games,Jumbo,Hasbro,Ravensburger|Catan,Monopoly,Ticket to Ride,Machi Koro,Stef Stuntpiloot|basis,reiseditie|32
Baby>Onderweg>Kinderwagens|kinderwagen buggy baby|Bugaboo,Maxi-Cosi,Joie,Quinny|Fox 5,Lila,Litetrax,Hubb|zwart,grijs|449
Mooi & Gezond>Verzorging>Tandenborstels|elektrische tandenborstel toothbrush|Oral-B,Philips,Foreo|iO Series 5,Sonicare 4100,Pro 3|zwart,wit,roze|79
Mooi & Gezond>Verzorging>Scheerapparaten|scheerapparaat shaver trimmer|Philips,Braun,Gillette|Series 7000,Series 9,OneBlade|basis,met station|119
Sport & Outdoor>Fietsen>Fietsen|fiets e-bike elektrische stadsfiets bike|Gazelle,Batavus,Cortina,Popal|Stadsfiets Orange,E-bike Finez,Transportfiets U4,Vouwfiets|50 cm,57 cm|799
Sport & Outdoor>Kamperen>Tenten|tent kamperen camping|Quechua,Vango,Coleman|Koepeltent,Tunneltent,Pop-up tent|2 personen,4 personen|139
Tuin & Klussen>Gereedschap>Boormachines|boormachine schroefmachine drill gereedschap|Bosch,Makita,DeWalt,Einhell|Accuboormachine 18V,Klopboormachine,Schroefmachine|1 accu,2 accu's|119
Tuin & Klussen>Tuin>Barbecues|barbecue bbq grill|Weber,Boretti,Campingaz,Outdoorchef|Master-Touch,Carbone,Series 3|47 cm,57 cm|219
Boeken>Literatuur>Romans|boek roman book|Lucinda Riley,Herman Koch,Saskia Noort,Tommy Wieringa|De zeven zussen,Het diner,De eetclub,Joe Speedboot,Nieuwe roman|paperback,hardcover,e-book|23
Boeken>Studie>Kookboeken|kookboek recepten koken book|Jamie Oliver,Ottolenghi,Rens Kroes|Simpel,5 ingrediënten,Flavour,Powerfood|hardcover,paperback|29
Dier>Honden>Hondenvoer|hondenvoer hondenbrokken hond dog|Royal Canin,Carocroc,Yarrah,Hill's|Adult,Puppy,Senior|3 kg,12 kg|42
Wonen & Koken>Slapen>Dekbedovertrekken|dekbedovertrek beddengoed dekbed bedding|Fresh & Co,Zensation,Ariadne at Home,Beddinghouse|Streep,Bloemen,Uni,Velvet|140x200,200x200,240x220|44
Wonen & Koken>Verlichting>Lampen|lamp led verlichting hue light|Philips,IKEA,Innr,Calex|Hue White,Tafellamp,Smart Bulb,Vloerlamp|E27,E14|36
`;

export interface Range {
  readonly path: readonly string[];
  readonly words: string;
  readonly brands: readonly string[];
  readonly series: readonly string[];
  readonly variants: readonly string[];
  readonly price: number;
}

export const assortment: readonly Range[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [path = '', words = '', brands = '', series = '', variants = '', price = ''] = row.split('|');
    return {
      path: path.split('>'),
      words,
      brands: brands.split(','),
      series: series.split(','),
      // A comma inside a number (4,2 L) is no separator.
      variants: variants.split(/,(?!\d L)/),
      price: Number(price),
    };
  });
