// The mark: water over a weir.

export const Wave = () => (
  <svg className="sw-mark" viewBox="0 0 48 32" aria-hidden="true" focusable="false">
    <path className="sw-mark-weir" d="M2 6h16v24H2z" />
    <path className="sw-mark-water" d="M2 2h18c9 0 9 20 16 20h10v8H30C20 30 24 10 16 10H2z" />
  </svg>
);
