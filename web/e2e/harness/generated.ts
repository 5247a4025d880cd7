/** Whether something received is of a generated type: nothing missing, nothing more, nothing else. */

import { resolve } from 'node:path';

import ts from 'typescript';

const TYPES = resolve(import.meta.dirname, '../../src/api/types/index.ts');

export class Shape {
  readonly #checker: ts.TypeChecker;
  readonly #type: ts.Type;
  readonly #fields = new Map<ts.Type, readonly (readonly [string, ts.Type])[]>();

  /** The type of that name among those generated from the server's own. */
  constructor(name: string) {
    const program = ts.createProgram([TYPES], {
      strict: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
    });
    const file = program.getSourceFile(TYPES);
    this.#checker = program.getTypeChecker();
    const module = file === undefined ? undefined : this.#checker.getSymbolAtLocation(file);
    const symbol =
      module && this.#checker.getExportsOfModule(module).find((exported) => exported.name === name);
    if (symbol === undefined) throw new Error(`no generated type ${name}`);
    this.#type = this.#checker.getDeclaredTypeOfSymbol(this.#checker.getAliasedSymbol(symbol));
  }

  /** Where it differs and how; null if nowhere. */
  fault(value: unknown): string | null {
    return this.#fault(value, this.#type, '');
  }

  #fault(value: unknown, type: ts.Type, path: string): string | null {
    const is = (right: boolean): string | null =>
      right ? null : `${path}: ${JSON.stringify(value)} is no ${this.#checker.typeToString(type)}`;
    if (type.isUnion()) {
      // What is wrong is told of the variant that comes nearest.
      let nearest = '';
      for (const one of type.types) {
        const fault = this.#fault(value, one, path);
        if (fault === null) return null;
        if (fault.indexOf(':') > nearest.indexOf(':')) nearest = fault;
      }
      return nearest;
    }
    if (type.isStringLiteral() || type.isNumberLiteral()) return is(value === type.value);
    const has = (flag: ts.TypeFlags): boolean => (type.flags & flag) !== 0;
    if (has(ts.TypeFlags.BooleanLiteral)) return is(String(value) === this.#checker.typeToString(type));
    if (has(ts.TypeFlags.Null)) return is(value === null);
    if (has(ts.TypeFlags.Undefined)) return is(value === undefined);
    if (has(ts.TypeFlags.String)) return is(typeof value === 'string');
    if (has(ts.TypeFlags.Number)) return is(typeof value === 'number');
    if (this.#checker.isArrayType(type)) {
      const [item] = this.#checker.getTypeArguments(type as ts.TypeReference);
      if (!Array.isArray(value) || item === undefined) return is(false);
      return first(value.map((one, index) => this.#fault(one, item, `${path}[${index}]`)));
    }
    if (this.#checker.isTupleType(type)) {
      const items = this.#checker.getTypeArguments(type as ts.TypeReference);
      if (!Array.isArray(value) || value.length !== items.length) return is(false);
      return first(items.map((item, index) => this.#fault(value[index], item, `${path}[${index}]`)));
    }
    if (!has(ts.TypeFlags.Object) || typeof value !== 'object' || value === null) return is(false);
    const fields = this.#fieldsOf(type);
    const names = fields.map(([name]) => name);
    const surplus = Object.keys(value).find((name) => !names.includes(name));
    const wrong = first(
      fields.map(([name, of]) =>
        this.#fault((value as Record<string, unknown>)[name], of, `${path}.${name}`),
      ),
    );
    return wrong ?? (surplus === undefined ? null : `${path}.${surplus}: unknown`);
  }

  #fieldsOf(type: ts.Type): readonly (readonly [string, ts.Type])[] {
    let fields = this.#fields.get(type);
    if (fields === undefined) {
      fields = this.#checker
        .getPropertiesOfType(type)
        .map((field) => [field.name, this.#checker.getTypeOfSymbol(field)] as const);
      this.#fields.set(type, fields);
    }
    return fields;
  }
}

function first(faults: readonly (string | null)[]): string | null {
  return faults.find((fault) => fault !== null) ?? null;
}
