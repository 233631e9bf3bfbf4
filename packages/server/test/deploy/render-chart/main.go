// Renders a chart as Helm does, with the template engine and the functions that Helm uses, and reads every object with the types of
// Kubernetes: a field that Kubernetes does not have is an error.
//
//	go run . CHART RELEASE VALUES
//
// prints the objects as YAML. VALUES is a file of values, over those of the chart.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig/v3"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

// The kinds of objects that are read; those of other projects have no types here.
var kinds = map[string]func() any{
	"ConfigMap":               func() any { return &corev1.ConfigMap{} },
	"Deployment":              func() any { return &appsv1.Deployment{} },
	"HorizontalPodAutoscaler": func() any { return &autoscalingv2.HorizontalPodAutoscaler{} },
	"Ingress":                 func() any { return &networkingv1.Ingress{} },
	"Job":                     func() any { return &batchv1.Job{} },
	"NetworkPolicy":           func() any { return &networkingv1.NetworkPolicy{} },
	"PodDisruptionBudget":     func() any { return &policyv1.PodDisruptionBudget{} },
	"Service":                 func() any { return &corev1.Service{} },
	"ServiceMonitor":          nil,
}

func main() {
	if len(os.Args) != 4 {
		fail(fmt.Errorf("usage: render-chart CHART RELEASE VALUES"))
	}
	objects, err := render(os.Args[1], os.Args[2], os.Args[3])
	if err != nil {
		fail(err)
	}
	for _, object := range objects {
		if err := check(object); err != nil {
			fail(fmt.Errorf("%w in:\n%s", err, object))
		}
		fmt.Printf("---\n%s\n", object)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// render returns the objects of all templates, as YAML.
func render(chart, release, valuesFile string) ([]string, error) {
	values, err := readAll(filepath.Join(chart, "values.yaml"), valuesFile)
	if err != nil {
		return nil, err
	}
	about, err := read(filepath.Join(chart, "Chart.yaml"))
	if err != nil {
		return nil, err
	}
	data := map[string]any{
		"Values": values,
		"Chart":  capitalised(about),
		"Release": map[string]any{
			"Name": release, "Namespace": "latchkey", "Service": "Helm",
		},
	}
	all := template.New("chart").Option("missingkey=zero")
	all.Funcs(functionsOf(all))
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if _, err := all.New(filepath.Base(file)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	var objects []string
	for _, file := range files {
		var out bytes.Buffer
		if err := all.ExecuteTemplate(&out, filepath.Base(file), data); err != nil {
			return nil, err
		}
		if !strings.HasSuffix(file, ".yaml") {
			continue
		}
		for _, object := range strings.Split(out.String(), "\n---\n") {
			if strings.TrimSpace(object) != "" {
				objects = append(objects, object)
			}
		}
	}
	return objects, nil
}

// functionsOf returns the functions of Sprig and those that Helm adds to them.
func functionsOf(all *template.Template) template.FuncMap {
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data any) (string, error) {
		var out strings.Builder
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["toYaml"] = func(value any) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	functions["required"] = func(message string, value any) (any, error) {
		if value == nil || value == "" {
			return nil, fmt.Errorf("%s", message)
		}
		return value, nil
	}
	return functions
}

// capitalised is how templates see Chart.yaml: `appVersion` is `.Chart.AppVersion`.
func capitalised(fields map[string]any) map[string]any {
	named := map[string]any{}
	for name, value := range fields {
		named[strings.ToUpper(name[:1])+name[1:]] = value
	}
	return named
}

// readAll merges files of values; the later win.
func readAll(files ...string) (map[string]any, error) {
	merged := map[string]any{}
	for _, file := range files {
		values, err := read(file)
		if err != nil {
			return nil, err
		}
		merge(merged, values)
	}
	return merged, nil
}

func merge(into, values map[string]any) {
	for name, value := range values {
		inner, isMap := value.(map[string]any)
		held, wasMap := into[name].(map[string]any)
		if isMap && wasMap {
			merge(held, inner)
		} else {
			into[name] = value
		}
	}
}

func read(file string) (map[string]any, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	values := map[string]any{}
	return values, yaml.Unmarshal(text, &values)
}

// check reads an object with the type of its kind.
func check(object string) error {
	var header struct{ Kind string }
	if err := yaml.Unmarshal([]byte(object), &header); err != nil {
		return err
	}
	make, known := kinds[header.Kind]
	if !known {
		return fmt.Errorf("%q is no kind that is known here", header.Kind)
	}
	if make == nil {
		return nil
	}
	return yaml.UnmarshalStrict([]byte(object), make())
}
