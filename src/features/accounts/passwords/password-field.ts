import { z } from 'zod'

/** A password exactly as typed: 8 to 100 characters of any kind (reliability B11). */
export const Password = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(100, 'must have at most 100 characters')
