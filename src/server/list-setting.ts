import { z } from 'zod'

/** Setting with values separated by commas. */
export const list = z.string().transform((text) => text.split(',').map((each) => each.trim()))
