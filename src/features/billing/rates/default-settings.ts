import type { BillingSettings } from './api.ts'

/** Billing settings of a center that hasn't changed any. Must match the table's defaults. */
export const defaultSettings: BillingSettings = {
  currency: 'USD',
  tax: 0,
  siblingDiscount: 0,
  dueDays: 14,
  howToPay: '',
  version: 1,
}
