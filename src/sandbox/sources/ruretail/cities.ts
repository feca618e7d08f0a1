// City codes the shop knows, with the factor of the region on prices and the number of stores.

export interface City {
  readonly code: string;
  readonly name: string;
  readonly factor: number;
  readonly stores: number;
}

export const cities: readonly City[] = [
  { code: 'msk_cl', name: 'Москва', factor: 1, stores: 58 },
  { code: 'spb_cl', name: 'Санкт-Петербург', factor: 1.002, stores: 34 },
  { code: 'nsk_cl', name: 'Новосибирск', factor: 1.021, stores: 9 },
  { code: 'ekb_cl', name: 'Екатеринбург', factor: 1.011, stores: 12 },
  { code: 'kzn_cl', name: 'Казань', factor: 1.006, stores: 11 },
  { code: 'nnv_cl', name: 'Нижний Новгород', factor: 1.004, stores: 8 },
  { code: 'chl_cl', name: 'Челябинск', factor: 1.013, stores: 7 },
  { code: 'sam_cl', name: 'Самара', factor: 1.008, stores: 8 },
  { code: 'ufa_cl', name: 'Уфа', factor: 1.012, stores: 6 },
  { code: 'rnd_cl', name: 'Ростов-на-Дону', factor: 1.007, stores: 9 },
  { code: 'krd_cl', name: 'Краснодар', factor: 1.009, stores: 10 },
  { code: 'prm_cl', name: 'Пермь', factor: 1.014, stores: 5 },
  { code: 'vrn_cl', name: 'Воронеж', factor: 1.005, stores: 6 },
  { code: 'vlg_cl', name: 'Волгоград', factor: 1.01, stores: 5 },
];
