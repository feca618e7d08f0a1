// Formulas a person of the field would write, for the reference. Apart from the table: functions do not carry them.
import type { OperationId } from '.';

export interface Example {
  readonly formula: string;
  readonly says: string;
}

export const examples: Readonly<Record<OperationId, readonly Example[]>> = {
  ruretail: [
    {
      formula: '=RURETAIL.SEARCH("iphone 15",10)',
      says: 'Ten products in Moscow with prices, stock and rating.',
    },
    {
      formula: '=RURETAIL.SEARCH(A2:A9,5,"msk_cl","sort=price_asc; status=on_sale")',
      says: 'The five cheapest offers on sale in Moscow for each product named in A2:A9.',
    },
    {
      formula:
        '=RURETAIL.SEARCH("ssd 1tb",20,,"columns=name,price,club_price as Club; brands=Samsung,Kingston; price_max=12000")',
      says: 'A price comparison of two brands below 12,000 roubles.',
    },
  ],
  hkproperty: [
    { formula: '=HKPROPERTY.VALUE(A2:A40)', says: 'One row for each unit in A2:A40, in their order.' },
    {
      formula: '=HKPROPERTY.VALUE(A2,,"price")',
      says: 'The bare valuation of one unit, for use in a calculation.',
    },
    {
      formula:
        '=HKPROPERTY.VALUE(A2:A9,"hk","columns=estate_name,price,saleable_price_per_sqft,school_net.primary_school_net; max_age=7d")',
      says: 'A comparison sheet in Chinese that is asked again when a value is older than a week.',
    },
  ],
  bizbureau: [
    {
      formula: '=BIZBUREAU.SEARCH("roofing",15,"Austin, TX")',
      says: 'Fifteen roofers near Austin for 5 credits.',
    },
    {
      formula: '=BIZBUREAU.SEARCH(A2:A6,15,"78701","accredited_only=yes; rating=A; radius=25")',
      says: 'Accredited businesses graded A within 25 miles for each trade in A2:A6.',
    },
    {
      formula: '=BIZBUREAU.SEARCH("plumber",30,"Denver, CO","columns=name,phone,bbb_rating")',
      says: 'A call list of thirty plumbers.',
    },
  ],
  nlretail: [
    { formula: '=NLRETAIL.SEARCH("koffiemachine")', says: 'Twenty coffee machines for 10 credits.' },
    {
      formula: '=NLRETAIL.SEARCH(A2:A5,20,"columns=name,price,list_price,rating")',
      says: 'Prices for each product named in A2:A5, stacked under a keyword column.',
    },
    {
      formula: '=MIN(NLRETAIL.SEARCH("airfryer",20,"price"))',
      says: 'The lowest price among twenty air fryers.',
    },
  ],
  jobsboard: [
    {
      formula: '=JOBSBOARD.COMPANY(A2:A20)',
      says: 'One row for each company ID or profile address in A2:A20.',
    },
    {
      formula: '=JOBSBOARD.COMPANY(A2,"en","follower_count")',
      says: 'The bare number of followers of one company.',
    },
    {
      formula: '=JOBSBOARD.COMPANY(A2:A5,,"columns=name,industry,socials.0 as First social; transpose=yes")',
      says: 'Companies side by side, one column each.',
    },
  ],
  stays: [
    {
      formula: '=STAYS.SEARCH("Amsterdam",DATE(2027,5,3),DATE(2027,5,7),2)',
      says: 'Twenty-five places for two adults with the total and the price per night.',
    },
    {
      formula:
        '=STAYS.SEARCH(A2:A6,B1,B2,2,1,25,"currency=EUR; star_ratings=4,5; booking_policies=free_cancellation")',
      says: 'Cancellable four- and five-star hotels in each city of A2:A6, stacked under a destination column.',
    },
    {
      formula: '=STAYS.SEARCH("Lisbon",B1,B2,2,1,25,"@family; max_price_per_night=180")',
      says: 'A saved filter set with one price limit overridden.',
    },
  ],
};
