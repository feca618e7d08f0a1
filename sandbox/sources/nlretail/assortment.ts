// What the Dutch shop sells. One row each: path of categories | what it is called, other words | brands with their series | variants | price.

const rows = `
Wonen & Koken>Koffie & Thee>Koffiemachines|koffiemachine koffiezetapparaat espresso coffee machine volautomaat|Philips=LatteGo 2300,LatteGo 3300,LatteGo 5500,Café Gourmet;De'Longhi=Magnifica S,Magnifica Evo,Dinamica,Dedica Style;Siemens=EQ300,EQ6 Plus,EQ700;Krups=Essential,Evidence,Arabica;Jura=E4,E8,S8;Melitta=Caffeo Solo,Barista TS;Nespresso=Essenza Mini,CitiZ,Vertuo Pop;Senseo=Original Plus,Select,Maestro|zwart;zilver;wit;antraciet|329
Wonen & Koken>Koken>Airfryers|airfryer heteluchtfriteuse friteuse air fryer|Philips=Airfryer Essential XL,Airfryer Combi XXL,Airfryer 3000 Dual;Ninja=Foodi Max Dual Zone,Double Stack,Crispi;Tefal=Easy Fry Grill,Easy Fry Dual XXL;Inventum=GF1200HLD,GF250;Princess=Digital Airfryer,Aerofryer Oven;Cosori=Lite,TurboBlaze,Dual Blaze|4,2 L;6,2 L;7,6 L;9,5 L|129
Wonen & Koken>Koken>Waterkokers|waterkoker kettle|Philips=Daily Collection,Series 5000;Russell Hobbs=Retro,Attentiv,Inspire;SMEG=KLF03,KLF05;Bosch=DesignLine,MyMoment;Inventum=HWK172,HWK614|wit;zwart;rood;rvs|52
Wonen & Koken>Koken>Pannen|pan pannen pannenset koekenpan braadpan cookware|BK=Koekenpan Easy Induction,Pannenset Q-linair,Braadpan Bourgogne;Tefal=Koekenpan Ingenio,Pannenset Duetto;GreenPan=Koekenpan Torino,Wokpan Barcelona;Le Creuset=Braadpan Signature,Grillpan;Sola=Hapjespan Fair Cooking|20 cm;24 cm;28 cm;30 cm|69
Wonen & Koken>Koken>Blenders en mixers|keukenapparaat blender mixer smoothie keukenmachine|Philips=Blender 5000,Staafmixer Viva;Ninja=Auto-iQ Blender,Nutri;KitchenAid=Artisan Keukenmachine,Staafmixer Go;Bosch=MUM5 Keukenmachine,ErgoMixx;Kenwood=Titanium Chef,kMix|zwart;rood;wit;zilver|119
Wonen & Koken>Schoonmaken>Stofzuigers|stofzuiger vacuum steelstofzuiger robotstofzuiger robot|Dyson=V8 Steelstofzuiger,V12 Detect Slim,V15 Detect;Philips=SpeedPro Max,2000 Serie Stofzuiger;Bosch=Unlimited 7,Serie 4 Stofzuiger;Miele=Complete C3,Triflex HX2;iRobot=Roomba i5 Robotstofzuiger,Roomba j9+;Roborock=Q7 Max Robotstofzuiger,S8|basis;plus;met dierenborstel;cadeauset|299
Wonen & Koken>Slapen>Dekbedovertrekken|dekbedovertrek beddengoed dekbed bedding|Zensation=Uni Katoen,Streep Percal;Fresh & Co=Bloemen,Velvet,Teddy;Ariadne at Home=Gebloemd,Linnenlook;Beddinghouse=Dutch Design,Basic;Zo!Home=Flanel,Satinado|140x200;200x200;240x220;260x240|44
Wonen & Koken>Verlichting>Lampen|lamp led verlichting hue smart light|Philips=Hue White,Hue Color,Vloerlamp Pillar;Innr=Smart Bulb,Smart Spot;Calex=Smart LED,Tafellamp Retro;IKEA=Trådfri,Tertial Bureaulamp;Light & Living=Hanglamp Rope,Tafellamp Boaz|E27;E14;GU10;2-pack|34
Elektronica>Telefonie>Smartphones|smartphone telefoon mobiel phone|Apple=iPhone 14,iPhone 15,iPhone 16,iPhone 16 Pro;Samsung=Galaxy A16,Galaxy A56,Galaxy S25,Galaxy S25 Ultra;Google=Pixel 9a,Pixel 9 Pro;Motorola=Moto G55,Edge 50;Fairphone=5,(Gen. 6);OnePlus=Nord 4,13|64 GB;128 GB;256 GB;512 GB|579
Elektronica>Televisie>Televisies|televisie tv smart oled qled|Samsung=Crystal UHD U8000,QLED Q60D,OLED S90D;LG=OLED evo C4,QNED 82,UT80;Philips=Ambilight PUS8309,The One,OLED 809;Sony=Bravia 3,Bravia 8;TCL=C655 QLED,P755;Hisense=E7NQ,A6N|43 inch;55 inch;65 inch;75 inch|679
Elektronica>Audio>Koptelefoons|koptelefoon oordopjes headphones draadloos oortjes earbuds|Sony=WH-1000XM5,WH-CH520,WF-C700N;JBL=Tune 520BT,Live 770NC,Wave Beam;Bose=QuietComfort Ultra,QuietComfort Earbuds;Sennheiser=Momentum 4,Accentum;Apple=AirPods 4,AirPods Pro 2,AirPods Max;Fresh 'n Rebel=Clam Core,Twins Rise|zwart;wit;blauw;roze|139
Elektronica>Audio>Speakers|speaker bluetooth luidspreker soundbar|JBL=Flip 6,Charge 5,Go 4;Sonos=Era 100,Roam 2,Beam Soundbar;Bose=SoundLink Flex,Smart Soundbar;Marshall=Emberton II,Acton III;Harman Kardon=Onyx Studio 8,Luna|zwart;wit;rood;groen|189
Elektronica>Computer>Laptops|laptop notebook computer|Apple=MacBook Air 13 M3,MacBook Air 15 M4,MacBook Pro 14;HP=Pavilion 15,OmniBook 5,Victus 16;Lenovo=IdeaPad Slim 3,Yoga 7,LOQ 15;ASUS=VivoBook 15,Zenbook 14,TUF Gaming A15;Acer=Aspire 3,Swift Go 14,Chromebook Plus|8 GB;16 GB;24 GB;32 GB|729
Elektronica>Computer>Opslag|opslag ssd externe harde schijf usb geheugen|Samsung=990 PRO SSD,T7 Portable SSD,870 EVO SSD;SanDisk=Extreme Portable SSD,Ultra USB-stick;Crucial=MX500 SSD,X9 Portable SSD,P3 Plus SSD;WD=Blue SSD,My Passport Harde schijf,Elements;Kingston=NV3 SSD,DataTraveler USB-stick|500 GB;1 TB;2 TB;4 TB|89
Elektronica>Computer>Monitoren|monitor beeldscherm scherm|Samsung=Odyssey G5,ViewFinity S6;LG=UltraGear 27GS,UltraFine;Philips=Evnia 27M,241V8;iiyama=ProLite XUB,G-Master;AOC=24G4,Q27G3|24 inch;27 inch;32 inch;34 inch|219
Elektronica>Gaming>Consoles en games|gaming playstation xbox nintendo switch game console controller|Sony=PlayStation 5 Slim,PlayStation Portal,DualSense controller;Nintendo=Switch 2,Switch OLED,Mario Kart World;Microsoft=Xbox Series X,Xbox Series S,Xbox controller;Electronic Arts=EA Sports FC 26,It Takes Two|standaard;bundel;limited edition;tweedekans|199
Speelgoed>Bouwen>LEGO|bouwset lego speelgoed toys|LEGO=Technic Raceauto,Technic Graafmachine,City Politiebureau,City Trein,Star Wars X-wing,Star Wars Millennium Falcon,Friends Huis,Creator Bloemen,Harry Potter Kasteel,Icons Piano,Ninjago Draak,Super Mario Starterset,Duplo Dieren,Disney Kasteel,Minecraft Grot,Botanicals Orchidee|klein;groot;exclusief;4-in-1|59
Speelgoed>Spellen>Bordspellen|bordspel gezelschapsspel spel game kaartspel|999 Games=Catan,Carcassonne,Regenwormen,Machi Koro;Jumbo=Stef Stuntpiloot,Electro,Hitster;Hasbro=Monopoly,Risk,Cluedo;Ravensburger=Labyrinth,Make 'n' Break;Days of Wonder=Ticket to Ride,Heat|basis;reiseditie;jubileum;uitbreiding|32
Baby>Onderweg>Kinderwagens|kinderwagen buggy autostoel baby|Bugaboo=Fox 5,Butterfly,Dragonfly;Maxi-Cosi=Lila,Pebble 360 Autostoel,Leona;Joie=Litetrax,i-Spin Autostoel;Cybex=Priam,Melio;Quinny=Hubb,LDN|zwart;grijs;groen;beige|429
Mooi & Gezond>Verzorging>Tandenborstels|tandenborstel elektrische toothbrush|Oral-B=iO Series 3,iO Series 5,iO Series 9,Pro 3;Philips=Sonicare 3100,Sonicare 4100,DiamondClean 9000;Foreo=Issa 3,Issa Mini|zwart;wit;roze;duopack|84
Mooi & Gezond>Verzorging>Scheerapparaten|scheerapparaat shaver trimmer tondeuse|Philips=Series 5000,Series 7000,OneBlade 360,S9000 Prestige;Braun=Series 5,Series 7,Series 9 Pro;Gillette=Labs,ProGlide;Panasonic=ES-LV67,ER-GB43|basis;met station;reisset;voordeelpak|114
Sport & Outdoor>Fietsen>Fietsen|fiets e-bike elektrische stadsfiets bike|Gazelle=Stadsfiets Orange,E-bike Grenoble,E-bike Ultimate;Batavus=E-bike Finez,Stadsfiets Quip;Cortina=Transportfiets U4,E-U4;Popal=Moederfiets Daily Dutch,Stadsfiets City;VanMoof=S6,Vouwfiets V|47 cm;50 cm;53 cm;57 cm|899
Sport & Outdoor>Kamperen>Tenten|tent kamperen camping slaapzak|Quechua=Koepeltent MH100,Pop-up tent 2 Seconds;Vango=Tunneltent Lismore,Airbeam;Coleman=Koepeltent Darwin,Slaapzak Basalt;Bardani=Slaapzak Trentino,Tarp;Nomad=Lichtgewicht tent Jade|1 persoon;2 personen;3 personen;4 personen|149
Sport & Outdoor>Fitness>Fitnessapparatuur|fitnessapparaat fitness hometrainer loopband dumbbell sport|Tunturi=Hometrainer Cardio Fit,Loopband T20,Dumbbell set;Domyos=Crosstrainer EL520,Hometrainer;VirtuFit=Roeitrainer,Loopband TR;Focus Fitness=Fitnessbank,Kettlebell|basis;plus;opvouwbaar;pro|289
Tuin & Klussen>Gereedschap>Boormachines|boormachine schroefmachine drill gereedschap|Bosch=Accuboormachine 18V,Klopboormachine UniversalImpact,IXO Schroefmachine;Makita=Accuboormachine DDF,Slagschroevendraaier;DeWalt=Accuboormachine XR,Combihamer;Einhell=Accuboormachine TE-CD,Boorhamer;Black+Decker=Schroefmachine BCD|1 accu;2 accu's;zonder accu;koffer|119
Tuin & Klussen>Tuin>Barbecues|barbecue bbq grill|Weber=Master-Touch,Genesis Gasbarbecue,Smokey Joe;Boretti=Carbone,Barilo Gasbarbecue;Campingaz=3 Series,Attitude;Outdoorchef=Ascona,Chelsea;Big Green Egg=MiniMax,Large|47 cm;57 cm;met hoes;starterset|249
Tuin & Klussen>Tuin>Tuinmeubelen|tuinmeubel tuinset tuinstoel loungeset tuin|Hartman=Tuinstoel Sophie,Loungeset Gigi;Kettler=Tuinstoel Basic Plus,Tuintafel;Garden Impressions=Loungeset Lincoln,Hangstoel Panama;Fatboy=Lamzac,Hangmat Headdemock|zwart;grijs;groen;beige|259
Boeken>Literatuur>Romans|boek roman book literatuur|Lucinda Riley=De zeven zussen,Atlas,De parelzus;Herman Koch=Het diner,Zomerhuis met zwembad;Saskia Noort=De eetclub,Bonuskind;Tommy Wieringa=Joe Speedboot,De heilige Rita;Lize Spit=Het smelt;Ilja Leonard Pfeijffer=Grand Hotel Europa,Alkibiades;Arnon Grunberg=Tirza|paperback;hardcover;e-book;luisterboek|23
Boeken>Koken>Kookboeken|kookboek recepten koken book|Jamie Oliver=5 ingrediënten,Simpel,Veg;Ottolenghi=Simpel,Flavour,Comfort;Rens Kroes=Powerfood;Miljuschka=Miljuschka's Kookbijbel;Meera Sodha=Oost;Janneke Philippi=Makkelijk|hardcover;paperback;e-book;cadeau-editie|29
Kantoor & School>Schrijven>Pennen|pen balpen vulpen schrijfwaren|Parker=Jotter,Vector,Sonnet;Lamy=Safari,AL-star,Studio;Stabilo=point 88,BOSS Markeerstift;Pilot=FriXion,G-2|blauw;zwart;rood;set|18
Mode>Tassen>Rugzakken|rugzak tas schooltas laptoptas|Eastpak=Padded Pak'r,Provider,Out of Office;Samsonite=Guardit Laptoptas,Securipak;Kipling=Seoul,Class Room;Fjällräven=Kånken,Räven|zwart;blauw;groen;rood|79
Gezondheid>Meten>Weegschalen|weegschaal bloeddrukmeter gezondheid|Withings=Body+,Body Comp;Beurer=BF 720,BM 28 Bloeddrukmeter;Omron=X3 Bloeddrukmeter,M7 Intelli;Renpho=Smart Scale,Elis|wit;zwart;plus;set|69
Dier>Honden>Hondenvoer|hondenvoer hondenbrokken hond dog dierenvoer|Royal Canin=Maxi Adult,Mini Puppy,Medium Senior;Carocroc=Adult,Sensitive;Yarrah=Biologisch Adult,Graanvrij;Hill's=Science Plan Adult,Prescription Diet;Farm Food=HE Original|1 kg;3 kg;7 kg;12 kg|42
Dier>Katten>Kattenvoer|kattenvoer kattenbrokken kat cat dierenvoer|Royal Canin=Indoor,Kitten,Sterilised;Whiskas=1+ Adult,Multipack;Felix=Elke Dag Feest,Sensations;Hill's=Science Plan Kat,Vet Essentials;Sheba=Perfect Portions|0,4 kg;1,5 kg;4 kg;10 kg|27
`;

export interface Range {
  readonly path: readonly string[];
  /** The word in a product's name, then what else people search by. */
  readonly words: string;
  readonly brands: readonly { readonly name: string; readonly series: readonly string[] }[];
  readonly variants: readonly string[];
  /** Euros for a middling product. */
  readonly price: number;
}

export const assortment: readonly Range[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [path = '', words = '', brands = '', variants = '', price = ''] = row.split('|');
    return {
      path: path.split('>'),
      words,
      brands: brands.split(';').map((brand) => {
        const [name = '', series = ''] = brand.split('=');
        return { name, series: series.split(',') };
      }),
      variants: variants.split(';'),
      price: Number(price),
    };
  });
