// City codes the shop knows, with the factor of the region on prices and the number of stores.

export interface City {
  readonly code: string;
  readonly name: string;
  readonly factor: number;
  readonly stores: number;
}

export const cities: readonly City[] = [
  { code: 'msk_cl', name: 'Москва', factor: 1, stores: 58 },
  { code: 'sandbox_spb', name: 'Санкт-Петербург', factor: 1.002, stores: 34 },
  { code: 'sandbox_nsk', name: 'Новосибирск', factor: 1.021, stores: 9 },
  { code: 'sandbox_ekb', name: 'Екатеринбург', factor: 1.011, stores: 12 },
  { code: 'sandbox_kzn', name: 'Казань', factor: 1.006, stores: 11 },
  { code: 'sandbox_nnv', name: 'Нижний Новгород', factor: 1.004, stores: 8 },
  { code: 'sandbox_chl', name: 'Челябинск', factor: 1.013, stores: 7 },
  { code: 'sandbox_sam', name: 'Самара', factor: 1.008, stores: 8 },
  { code: 'sandbox_ufa', name: 'Уфа', factor: 1.012, stores: 6 },
  { code: 'sandbox_rnd', name: 'Ростов-на-Дону', factor: 1.007, stores: 9 },
  { code: 'sandbox_krd', name: 'Краснодар', factor: 1.009, stores: 10 },
  { code: 'sandbox_prm', name: 'Пермь', factor: 1.014, stores: 5 },
  { code: 'sandbox_vrn', name: 'Воронеж', factor: 1.005, stores: 6 },
  { code: 'sandbox_vlg', name: 'Волгоград', factor: 1.01, stores: 5 },
];
