/** The ids of functions.json: the page's first script associates them without loading the table. */
declare const SPILLWAY_FUNCTIONS: readonly string[];
