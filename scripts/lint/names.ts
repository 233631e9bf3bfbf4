import type { RuleTester } from "oxlint/plugins-dev";

type Rule = Parameters<RuleTester["run"]>[1];
type Visitor = ReturnType<NonNullable<Rule["create"]>>;
type Declarator = Parameters<NonNullable<Visitor["VariableDeclarator"]>>[0];
type Expression = NonNullable<Declarator["init"]>;

/** `isFirst`, `hasRoom`, `mayRead`; `takesUsers` as well: a verb in the third person, and what it is about. */
const PREDICATE = /^(?:is|are|was|were|has|had|may|can|must|will|did|[a-z]+s)[A-Z]\w*$/;
const SNAKE_CASE = /^[a-z\d]+(?:_[a-z\d]+)+$/;
const COMPARISONS = ["==", "!=", "===", "!==", "<", "<=", ">", ">=", "in", "instanceof"];
const PREDICATE_METHODS =
  /^(?:every|has|hasOwn|includes|some|startsWith|endsWith|test|(?:is|has|may|can)(?!IP$)[A-Z]\w*)$/;

/** A constant that holds a boolean reads as a predicate. One that is a field of an object, or a bound, has the name of that. */
const booleans: Rule = {
  create(context) {
    return {
      VariableDeclarator(node) {
        const { id, init, parent } = node;
        if (id.type !== "Identifier" || parent.type !== "VariableDeclaration") return;
        if (parent.kind !== "const" || !isBoolean(init) || PREDICATE.test(id.name)) return;
        if (/^[A-Z\d_]+$/.test(id.name) || isField(node)) return;
        const message = `${id.name} is a boolean: name it as a predicate, such as isFirst, hasRoom or mayRead.`;
        context.report({ node: id, message });
      },
    };

    function isField(node: Declarator): boolean {
      const references = context.sourceCode
        .getDeclaredVariables(node)
        .flatMap((variable) => variable.references);
      return references.some(
        ({ identifier: { parent } }) => parent.type === "Property" && parent.shorthand,
      );
    }
  },
};

/** A local in snake_case has the name of a field that the file uses. Others are in camelCase. */
const locals: Rule = {
  create(context) {
    const fields = new Set<string>();
    const found: Declarator["id"][] = [];
    return {
      Identifier(node) {
        if (isFieldName(node)) fields.add(node.name);
      },
      Literal({ value }) {
        if (typeof value === "string") fields.add(value);
      },
      VariableDeclarator({ id }) {
        if (id.type === "Identifier" && SNAKE_CASE.test(id.name)) found.push(id);
      },
      "Program:exit"() {
        for (const node of found) {
          if (node.type !== "Identifier" || fields.has(node.name)) continue;
          const message = `${node.name} is not the name of a field: write it in camelCase.`;
          context.report({ node, message });
        }
      },
    };
  },
};

/** The key of an object, of a pattern, of a type or of a member expression. */
function isFieldName(node: Parameters<NonNullable<Visitor["Identifier"]>>[0]): boolean {
  const { parent } = node;
  if (parent.type === "MemberExpression") return !parent.computed && parent.property === node;
  return (
    (parent.type === "Property" ||
      parent.type === "PropertyDefinition" ||
      parent.type === "TSPropertySignature") &&
    !parent.computed &&
    parent.key === node
  );
}

/** Whether the expression is a boolean whatever its parts are. */
function isBoolean(node: Expression | null): boolean {
  if (node === null) return false;
  if (node.type === "Literal") return typeof node.value === "boolean";
  if (node.type === "UnaryExpression") return node.operator === "!";
  if (node.type === "BinaryExpression") return COMPARISONS.includes(node.operator);
  if (node.type === "LogicalExpression")
    return node.operator !== "??" && isBoolean(node.left) && isBoolean(node.right);
  if (node.type === "ConditionalExpression")
    return isBoolean(node.consequent) && isBoolean(node.alternate);
  if (node.type === "AwaitExpression") return isBoolean(node.argument);
  if (node.type === "ChainExpression" || node.type === "ParenthesizedExpression")
    return isBoolean(node.expression);
  if (node.type !== "CallExpression") return false;
  const { callee } = node;
  const called = callee.type === "MemberExpression" ? callee.property : callee;
  return called.type === "Identifier" && PREDICATE_METHODS.test(called.name);
}

/** Rules of our own for oxlint, which has none for what a name stands for. */
const plugin = { meta: { name: "names" }, rules: { booleans, locals } };

export default plugin;
