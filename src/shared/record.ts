import { z } from 'zod'

/** Returns an object schema with a name, so that the OpenAPI document describes it only once. */
export const record = <S extends z.core.$ZodLooseShape>(id: string, shape: S) => z.object(shape).meta({ id })
