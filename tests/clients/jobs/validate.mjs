// Checks openapi.json against the OpenAPI specification.
import { readFileSync } from 'node:fs'
import { compileErrors, validate } from '@readme/openapi-parser'

const result = await validate(JSON.parse(readFileSync('openapi.json', 'utf8')))
if (!result.valid) throw new Error(compileErrors(result))
console.log('The document is valid OpenAPI.')
