import { clearPlaces } from './place';

export default clearPlaces;
