// The product's mark, as the ribbon shows it.

export const Mark = () => <img className="sw-mark" src="assets/icon.svg" alt="" />;
