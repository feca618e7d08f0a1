/** The namespace the build was made for (`SPILLWAY_NAMESPACE`); empty in the build that is published. */
declare const SPILLWAY_NAMESPACE: string;

/** The ids of functions.json: the page's first script associates them without loading the table. */
declare const SPILLWAY_FUNCTIONS: readonly string[];
