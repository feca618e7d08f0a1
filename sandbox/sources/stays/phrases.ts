// The few words of a hotel card that depend on the asked language; languages without an entry read English.
import type { MealPlan } from './hotel';

export interface Phrases {
  /** From 9, 8, 7, 6, and below. */
  readonly scores: readonly [string, string, string, string, string];
  readonly meals: Readonly<Record<MealPlan, string>>;
  readonly center: string;
}

const phrases = (scores: Phrases['scores'], center: string, meals: readonly string[]): Phrases => {
  const [breakfast = '', all = '', inclusive = '', lunch = '', dinner = ''] = meals;
  return {
    scores,
    center,
    meals: {
      breakfast_included: breakfast,
      all_meals_included: all,
      all_inclusive: inclusive,
      breakfast_and_lunch: lunch,
      breakfast_and_dinner: dinner,
    },
  };
};

const english = phrases(['Wonderful', 'Very good', 'Good', 'Pleasant', 'Review score'], 'from centre', [
  'Breakfast included',
  'All meals included',
  'All-inclusive',
  'Breakfast & lunch included',
  'Breakfast & dinner included',
]);

const byLanguage: Readonly<Record<string, Phrases>> = {
  nl: phrases(['Fantastisch', 'Erg goed', 'Goed', 'Prettig', 'Beoordeling'], 'van het centrum', [
    'Ontbijt inbegrepen',
    'Alle maaltijden inbegrepen',
    'All-inclusive',
    'Ontbijt en lunch inbegrepen',
    'Ontbijt en diner inbegrepen',
  ]),
  de: phrases(['Wunderbar', 'Sehr gut', 'Gut', 'Angenehm', 'Bewertung'], 'vom Zentrum', [
    'Frühstück inbegriffen',
    'Vollpension',
    'All-inclusive',
    'Frühstück und Mittagessen',
    'Halbpension',
  ]),
  fr: phrases(['Fabuleux', 'Très bien', 'Bien', 'Agréable', 'Note'], 'du centre', [
    'Petit-déjeuner compris',
    'Pension complète',
    'Tout compris',
    'Petit-déjeuner et déjeuner',
    'Demi-pension',
  ]),
  es: phrases(['Fantástico', 'Muy bien', 'Bien', 'Agradable', 'Puntuación'], 'del centro', [
    'Desayuno incluido',
    'Pensión completa',
    'Todo incluido',
    'Desayuno y almuerzo',
    'Media pensión',
  ]),
  ru: phrases(['Великолепно', 'Очень хорошо', 'Хорошо', 'Неплохо', 'Оценка'], 'от центра', [
    'Завтрак включён',
    'Полный пансион',
    'Всё включено',
    'Завтрак и обед',
    'Завтрак и ужин',
  ]),
};

export const phrasesOf = (language: string | undefined): Phrases =>
  byLanguage[language?.split('-')[0] ?? ''] ?? english;
