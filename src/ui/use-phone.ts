import { useQuery } from '@tanstack/react-query'
import { isAmerican, phoneInWords } from '#shared/entries.ts'

/**
 * Returns the module for phone numbers, or undefined until it is loaded. It contains the numbering plans of
 * all countries, so it is loaded once and only if needed.
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
 * Formats a stored or partly typed number: American numbers as 3-3-4, foreign numbers in international form
 * once the numbering plans are loaded.
 */
export function usePhoneInWords(phone: string) {
  const isAbroad = /^\+\d{5,15}$/.test(phone) && !isAmerican(phone)
  const numbers = usePhoneNumbers(isAbroad)
  return isAbroad && numbers ? numbers.phoneAbroad(phone) : phoneInWords(phone)
}
