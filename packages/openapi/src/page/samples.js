// Writes a request in the languages of the reference. No sample holds a secret: it reads the environment variable instead.
// samples.d.ts has the types. The file is served in one piece with reference.js.

export const samples = {
  curl: curlSample,
  TypeScript: typescriptSample,
  Python: pythonSample,
  Go: goSample,
  Java: javaSample,
};

function curlSample({ method, url, headers, form, json }) {
  const parts = ["curl", "-X", method, shellQuote(url)];
  for (const [name, value] of headers) parts.push("-H", shellValue(`${name}: `, value));
  for (const [name, value] of form) parts.push("--data-urlencode", shellValue(`${name}=`, value));
  if (json !== undefined) parts.push("-d", shellQuote(json));
  return parts.join(" ");
}

function shellValue(before, value) {
  if (typeof value === "string") return shellQuote(before + value);
  return `"${before}${value.prefix ?? ""}$${value.variable}"`;
}

function shellQuote(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function typescriptSample({ method, url, headers, form, json }) {
  const value = (one) => {
    if (typeof one === "string") return literal(one);
    const variable = `process.env.${one.variable}`;
    return one.prefix ? `\`${one.prefix}\${${variable}}\`` : `${variable} ?? ""`;
  };
  const pairs = (list) => list.map(([name, one]) => `    ${literal(name)}: ${value(one)},\n`);
  const options = [`  method: ${literal(method)},\n`];
  if (headers.length > 0) options.push(`  headers: {\n${pairs(headers).join("")}  },\n`);
  if (form.length > 0)
    options.push(`  body: new URLSearchParams({\n${pairs(form).join("")}  }),\n`);
  if (json !== undefined) options.push(`  body: JSON.stringify(${indented(json, "  ")}),\n`);
  return `const response = await fetch(${literal(url)}, {
${options.join("")}});
console.log(response.status, await response.text());`;
}

function pythonSample({ method, url, headers, form, json }) {
  const value = (one) => {
    if (typeof one === "string") return literal(one);
    const variable = `os.environ[${literal(one.variable)}]`;
    return one.prefix ? `${literal(one.prefix)} + ${variable}` : variable;
  };
  const pairs = (list) => list.map(([name, one]) => `        ${literal(name)}: ${value(one)},\n`);
  const options = [`    ${literal(method)},\n    ${literal(url)},\n`];
  if (headers.length > 0) options.push(`    headers={\n${pairs(headers).join("")}    },\n`);
  if (form.length > 0) options.push(`    data={\n${pairs(form).join("")}    },\n`);
  if (json !== undefined) options.push(`    data=${literal(json)},\n`);
  const imports = hasVariable(headers, form) ? "import os\n\nimport requests" : "import requests";
  return `${imports}

response = requests.request(
${options.join("")})
print(response.status_code, response.text)`;
}

function goSample({ method, url, headers, form, json }) {
  const value = (one) => {
    if (typeof one === "string") return literal(one);
    const variable = `os.Getenv(${literal(one.variable)})`;
    return one.prefix ? `${literal(one.prefix)}+${variable}` : variable;
  };
  const imports = ["fmt", "io", "net/http"];
  if (form.length > 0) imports.push("net/url");
  if (hasVariable(headers, form)) imports.push("os");
  if (form.length > 0 || json !== undefined) imports.push("strings");
  const lines = [];
  let body = "nil";
  if (form.length > 0) {
    lines.push("form := url.Values{}");
    for (const [name, one] of form) lines.push(`form.Set(${literal(name)}, ${value(one)})`);
    body = "strings.NewReader(form.Encode())";
  }
  if (json !== undefined) body = `strings.NewReader(${literal(json)})`;
  lines.push(`request, err := http.NewRequest(${literal(method)}, ${literal(url)}, ${body})`);
  lines.push("if err != nil {", "\tpanic(err)", "}");
  const sent = form.length > 0 ? [...headers, ["Content-Type", FORM_TYPE]] : headers;
  for (const [name, one] of sent) {
    lines.push(`request.Header.Set(${literal(name)}, ${value(one)})`);
  }
  lines.push("response, err := http.DefaultClient.Do(request)");
  lines.push("if err != nil {", "\tpanic(err)", "}", "defer response.Body.Close()");
  lines.push("text, _ := io.ReadAll(response.Body)");
  lines.push("fmt.Println(response.StatusCode, string(text))");
  return `package main

import (
${imports.map((name) => `\t${literal(name)}\n`).join("")})

func main() {
${lines.map((line) => `\t${line}\n`).join("")}}`;
}

function javaSample({ method, url, headers, form, json }) {
  const value = (one) => {
    if (typeof one === "string") return literal(one);
    const variable = `System.getenv(${literal(one.variable)})`;
    return one.prefix ? `${literal(one.prefix)} + ${variable}` : variable;
  };
  const imports = ["java.net.URI"];
  if (form.length > 0) imports.push("java.net.URLEncoder");
  imports.push("java.net.http.HttpClient", "java.net.http.HttpRequest");
  imports.push("java.net.http.HttpResponse");
  if (form.length > 0) imports.push("java.nio.charset.StandardCharsets");
  let publisher = "HttpRequest.BodyPublishers.noBody()";
  if (json !== undefined) publisher = `HttpRequest.BodyPublishers.ofString(${literal(json)})`;
  const before = [];
  if (form.length > 0) {
    const parts = form.map(
      ([name, one]) =>
        `${literal(`${encodeURIComponent(name)}=`)} + URLEncoder.encode(${value(one)}, StandardCharsets.UTF_8)`,
    );
    before.push(`    String form = ${parts.join('\n        + "&" + ')};\n`);
    publisher = "HttpRequest.BodyPublishers.ofString(form)";
  }
  const sent = form.length > 0 ? [...headers, ["Content-Type", FORM_TYPE]] : headers;
  const lines = sent.map(([name, one]) => `        .header(${literal(name)}, ${value(one)})\n`);
  return `${imports.map((name) => `import ${name};\n`).join("")}
class Sample {
  public static void main(String[] args) throws Exception {
${before.join("")}    var request = HttpRequest.newBuilder(URI.create(${literal(url)}))
        .method(${literal(method)}, ${publisher})
${lines.join("")}        .build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.statusCode() + " " + response.body());
  }
}`;
}

const FORM_TYPE = "application/x-www-form-urlencoded";

/** The escapes of a JSON string mean the same in TypeScript, Python, Go and Java. */
function literal(text) {
  return JSON.stringify(text);
}

/** JSON is TypeScript; a body that is no JSON yet is shown as it was typed. */
function indented(json, by) {
  return json.trim().replaceAll("\n", `\n${by}`);
}

function hasVariable(...lists) {
  return lists.flat().some(([, value]) => typeof value !== "string");
}
