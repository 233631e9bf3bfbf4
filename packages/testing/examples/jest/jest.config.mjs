export default { testEnvironment: "./latchkey-environment.mjs" };
