import { useQuery } from '@tanstack/react-query'
import { isAmerican, phoneInWords } from '#shared/entries.ts'

/**
 * Returns the numbering plans of all countries, or undefined until they are loaded. Loads them once and only
 * if needed.
 */
export const usePhoneNumbers = (needed: boolean) =>
  useQuery({
    queryKey: ['phone numbers'],
    queryFn: () => import('#shared/phone-numbers.ts'),
    enabled: needed,
    staleTime: Infinity,
    retry: false,
  }).data

/**
 * Formats a stored number or a partly typed one: American numbers as 3-3-4, others as usual in their country.
 */
export function usePhoneInWords(phone: string) {
  const isAbroad = /^\+\d{5,15}$/.test(phone) && !isAmerican(phone)
  const numbers = usePhoneNumbers(isAbroad)
  return isAbroad && numbers ? numbers.phoneAbroad(phone) : phoneInWords(phone)
}
