// Style sheets are imported for their side effect; webpack writes them to a file.
declare module '*.css';
