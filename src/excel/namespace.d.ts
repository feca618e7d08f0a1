/** The namespace the build was made for (`SPILLWAY_NAMESPACE`); empty in the build that is published. */
declare const SPILLWAY_NAMESPACE: string;
